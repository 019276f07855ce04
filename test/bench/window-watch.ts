/** Measurements inside a page. The functions run in the page. */
import type { Browser, BrowserContext, Page } from 'playwright-core';

/** What was measured over a period. */
export interface Smoothness {
  /** The duration of each task over 50 ms, in milliseconds, with the load from other processes meanwhile. */
  readonly longTasks: readonly number[];
  /** Milliseconds from one frame to the next. */
  readonly frames: readonly number[];
}

interface Watched extends Window {
  benchRowsAt?: number;
  benchTasks: { readonly start: number; readonly duration: number }[];
}

/** Starts with the first moment of every page of the context. */
export async function watchPages(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const watched = window as unknown as Watched;
    watched.benchTasks = [];
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) watched.benchTasks.push({ start: startTime, duration });
    }).observe({ type: 'longtask', buffered: true });
    const look = new MutationObserver(() => {
      if (document.querySelector('[id^="document-"]') === null) return;
      watched.benchRowsAt = performance.now();
      look.disconnect();
    });
    look.observe(document, { childList: true, subtree: true });
  });
}

/** Milliseconds from the start of the navigation. */
export async function openingTimes(page: Page): Promise<{ readonly paint: number; readonly rows: number }> {
  await page.waitForFunction(() => (window as unknown as Watched).benchRowsAt !== undefined);
  const rows = await page.evaluate(() => (window as unknown as Watched).benchRowsAt ?? Number.NaN);
  return { paint: await firstPaint(page), rows };
}

export async function firstPaint(page: Page): Promise<number> {
  const paint = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
  await page.waitForFunction(paint);
  return (await page.evaluate(paint)) ?? Number.NaN;
}

export interface Scroll {
  readonly selector: string;
  readonly pixels: number;
  /** So many in each frame. */
  readonly step: number;
}

/** Scrolls an element down, one step per frame. */
export async function scroll(page: Page, order: Scroll): Promise<Smoothness> {
  return page.evaluate(async ({ selector, pixels, step }) => {
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const element = document.querySelector(selector) as HTMLElement;
    const frames: number[] = [];
    const from = performance.now();
    let before = await frame();
    for (let gone = 0; gone < pixels; gone += step) {
      element.scrollTop += step;
      const now = await frame();
      frames.push(now - before);
      before = now;
    }
    // A task is reported after it has ended.
    await new Promise((resolve) => setTimeout(resolve, 300));
    const tasks = (window as unknown as Watched).benchTasks.filter(({ start }) => start >= from);
    return { longTasks: tasks.map(({ duration }) => duration), frames };
  }, order);
}

/** Observes a page while something happens elsewhere. */
export async function during(page: Page, work: () => Promise<unknown>): Promise<Smoothness> {
  await page.evaluate(() => {
    const frames: number[] = [];
    const from = performance.now();
    let before = from;
    const next = (now: number): void => {
      frames.push(now - before);
      before = now;
      request = requestAnimationFrame(next);
    };
    let request = requestAnimationFrame(next);
    Object.assign(window, {
      benchEnd: () => {
        cancelAnimationFrame(request);
        const tasks = (window as unknown as Watched).benchTasks.filter(({ start }) => start >= from);
        return { longTasks: tasks.map(({ duration }) => duration), frames };
      },
    });
  });
  await work();
  return page.evaluate(() => (window as unknown as { benchEnd: () => Smoothness }).benchEnd());
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time of the thread, in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/**
 * Runs `work` while the browser traces the main threads of its pages.
 * @returns the result, and the longest processor time of one task in milliseconds, which a busy machine does not affect
 */
export async function traced<Value>(
  browser: Browser,
  page: Page,
  work: () => Promise<Value>,
): Promise<{ readonly value: Value; readonly longestMs: number }> {
  await browser.startTracing(page, { categories: ['toplevel'] });
  const value = await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: readonly TraceEvent[] };
  const thread = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const mainThreads = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(thread),
  );
  const tasks = traceEvents.filter((event) => event.name.endsWith('RunTask') && mainThreads.has(thread(event)));
  if (tasks.length === 0) throw new Error('The browser has written down no task.');
  return { value, longestMs: tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur / 1_000), 0) };
}

const frameMs = 1_000 / 60;

/** Dropped frames, in percent of all frames due. */
export function droppedPercent({ frames }: Smoothness): number {
  const due = frames.reduce((sum, milliseconds) => sum + Math.max(1, Math.round(milliseconds / frameMs)), 0);
  return (100 * (due - frames.length)) / due;
}
