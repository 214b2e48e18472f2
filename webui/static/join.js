import { $, toast } from "/static/dom.js";
import { post } from "/static/net.js";

const fields = (form) => Object.fromEntries(new FormData(form));
async function send(url, body, then = () => { location.href = "/table"; }) {
  try { await post(url, body); then(); } catch (why) { toast(why.message, true); }
}
$("enter").addEventListener("submit", (event) => { event.preventDefault(); send("/join", fields(event.target)); });
$("umpire")?.addEventListener("submit", (event) => { event.preventDefault(); send("/join/umpire", fields(event.target)); });
$("choose-pin")?.addEventListener("submit", (event) => { event.preventDefault(); send("/setup/pin", fields(event.target), () => location.reload()); });
$("leave")?.addEventListener("click", () => send("/leave", {}));
