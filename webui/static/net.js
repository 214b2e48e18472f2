// The one way to the server: JSON in, JSON out, and one event stream.
export class Said extends Error {
  constructor(says, status, why = null) {
    super(says);
    this.status = status;
    this.why = why;
  }
}

async function answer(response) {
  let data = null;
  try {
    data = await response.json();
  } catch { /* not JSON: the status says enough */ }
  if (!response.ok) {
    throw new Said((data && data.error) || `${response.status} ${response.statusText}`, response.status, data);
  }
  return data;
}

export const getJson = async (url) => answer(await fetch(url, { cache: "no-store", credentials: "same-origin" }));

export const post = async (url, fields) =>
  answer(
    await fetch(url, {
      method: "POST",
      credentials: "same-origin",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(fields),
    }),
  );

const SILENT_MS = 25000;

// Calls back on every change; when the stream breaks, says so, and comes back by itself. The
// server says something every ten seconds: a stream that is silent is dead, though nobody closed
// it, as when a phone changes its access point.
/**
 * @param {(what: any) => void} changed
 * @param {(whether: boolean) => void} connected
 * @param {(what: any) => void} still
 */
export function listen(changed, connected, still = () => {}) {
  let source = null;
  let retry = 0;
  let heard = Date.now();
  const alive = () => {
    heard = Date.now();
    connected(true);
  };
  const open = () => {
    clearTimeout(retry);
    source?.close();
    heard = Date.now();
    source = new EventSource("/events");
    source.addEventListener("change", (event) => {
      alive();
      changed(JSON.parse(event.data));
    });
    source.addEventListener("still", (event) => {
      alive();
      still(JSON.parse(event.data));
    });
    source.onopen = alive;
    source.onerror = () => {
      connected(false);
      if (source.readyState === EventSource.CLOSED) {
        clearTimeout(retry);
        retry = setTimeout(open, 4000);
      }
    };
  };
  open();
  setInterval(() => {
    if (!document.hidden && Date.now() - heard > SILENT_MS) {
      connected(false);
      open();
    }
  }, 5000);
  // A phone that slept has missed what was told meanwhile.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) changed({});
  });
  addEventListener("pagehide", () => source && source.close());
  addEventListener("pageshow", (event) => {
    if (event.persisted) open();
  });
}

// Runs a task, again if it was asked for meanwhile, never twice at once, at most every *gap* ms.
export function coalesced(task, gap = 120) {
  let running = false;
  let again = false;
  return async function run() {
    if (running) {
      again = true;
      return;
    }
    running = true;
    do {
      again = false;
      try {
        await task();
      } catch (why) {
        console.warn(why);
      }
      await new Promise((resolve) => setTimeout(resolve, gap));
    } while (again);
    running = false;
  };
}
