// @ts-check
// The one way to the server: JSON in, JSON out, and one event stream.
import { answered, takes } from "/static/pressed.js";

export class Said extends Error {
  /** @param {string} says @param {number} status @param {any} why */
  constructor(says, status, why = null) {
    super(says);
    this.status = status;
    this.why = why;
  }
}

/** No answer came: the network, or a computer that is not there any more. */
export class Unanswered extends Error {}

/** @param {string} url @param {RequestInit} how */
async function answer(url, how) {
  const response = await fetch(url, how).catch((why) => {
    throw new Unanswered(String(why));
  });
  let data = null;
  try {
    data = await response.json();
  } catch (why) {
    // Cut off on its way; of a refusal the status says enough.
    if (response.ok) throw new Unanswered(String(why));
  }
  if (!response.ok) {
    throw new Said((data && data.error) || `${response.status} ${response.statusText}`, response.status, data);
  }
  return data;
}

// A request that nobody answers must not keep a page waiting for good; what is drawn again at every
// change is asked for anew sooner than what takes a computer long.
const PATIENCE_MS = 60000;
const LIVE_MS = 20000;

/** @param {string} url @param {number} patience_ms */
export const getJson = (url, patience_ms = PATIENCE_MS) =>
  answer(url, { cache: "no-store", credentials: "same-origin", signal: AbortSignal.timeout(patience_ms) });

/** What a page shows of the table, the game or the hall now. @param {string} url */
export const getLive = (url) => getJson(url, LIVE_MS);

/** The button that was pressed for it shows that it was. @param {string} url @param {object} fields */
export async function post(url, fields) {
  const pressed = takes();
  let isRefused = true;
  try {
    const came = await answer(url, {
      method: "POST",
      credentials: "same-origin",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(fields),
    });
    isRefused = false;
    return came;
  } finally {
    answered(pressed, isRefused);
  }
}

const SILENT_MS = 25000;
const RETRY_MS = 4000;

// The server says something every ten seconds: a stream that is silent is dead, though nobody
// closed it, as when a phone changes its access point.
class Stream {
  /** @param {Record<string, (what: any) => void>} told called by kind @param {(whether: boolean) => void} connected */
  constructor(told, connected) {
    this.told = told;
    this.connected = connected;
    /** @type {EventSource | null} */
    this.source = null;
    this.retry = 0;
    this.heard = 0;
    this.open();
  }

  open() {
    clearTimeout(this.retry);
    this.source?.close();
    this.heard = Date.now();
    const source = new EventSource("/events");
    this.source = source;
    for (const [kind, told] of Object.entries(this.told)) {
      source.addEventListener(kind, (event) => {
        this.alive();
        told(JSON.parse(event.data));
      });
    }
    source.onopen = () => this.alive();
    source.onerror = () => {
      this.connected(false);
      if (source.readyState !== EventSource.CLOSED) return;
      clearTimeout(this.retry);
      this.retry = setTimeout(() => this.open(), RETRY_MS);
    };
  }

  alive() {
    this.heard = Date.now();
    this.connected(true);
  }

  watch() {
    if (document.hidden || Date.now() - this.heard <= SILENT_MS) return;
    this.connected(false);
    this.open();
  }
}

/**
 * Calls back on every change; when the stream breaks, says so, and comes back by itself.
 * @param {(what: any) => void} changed
 * @param {(whether: boolean) => void} connected
 * @param {(what: any) => void} still
 */
export function listen(changed, connected, still = () => {}) {
  const stream = new Stream({ change: changed, still }, connected);
  setInterval(() => stream.watch(), 5000);
  // A phone that slept has missed what was told meanwhile.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) changed({});
  });
  addEventListener("pagehide", () => stream.source?.close());
  addEventListener("pageshow", (event) => {
    if (event.persisted) stream.open();
  });
}

// What was refused stays refused; what was not answered, or by a server in trouble, may be had later.
const mayPass = (why) => !(why instanceof Said) || why.status >= 500;

/** Tells the browser's log: a fault of a page as an error, what the network does as a warning. @param {any} why */
export function log(why) {
  if (why instanceof Said || why instanceof Unanswered) console.warn(why);
  else console.error(why);
}

/**
 * Runs a task, again if it was asked for meanwhile or failed by chance, never twice at once, at most
 * every *gap* ms.
 * @param {() => Promise<void>} task @param {number} gap milliseconds
 */
export function coalesced(task, gap = 120) {
  let running = false;
  let again = false;
  let later = 0;
  return async function run() {
    clearTimeout(later);
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
        log(why);
        if (mayPass(why)) later = setTimeout(run, RETRY_MS);
      }
      await new Promise((resolve) => setTimeout(resolve, gap));
    } while (again);
    running = false;
  };
}
