// Before the first paint: dark hall or not, so that nothing flashes.
try { const dark = localStorage.getItem("dark"); if (dark) document.documentElement.dataset.dark = dark; } catch (e) { /* private window */ }
