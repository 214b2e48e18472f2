import { $, toast } from "/static/dom.js";
import { post } from "/static/net.js";

const fields = (form) => Object.fromEntries(new FormData(form));
async function send(url, body) {
  try { await post(url, body); location.href = "/table"; } catch (why) { toast(why.message, true); }
}
$("enter").addEventListener("submit", (event) => { event.preventDefault(); send("/join", fields(event.target)); });
$("umpire")?.addEventListener("submit", (event) => { event.preventDefault(); send("/join/umpire", fields(event.target)); });
$("leave")?.addEventListener("click", () => send("/leave", {}));
