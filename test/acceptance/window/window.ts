/**
 * What every end-to-end test of the window stands on: a real workspace on a temporary directory, its service, and the built
 * window in a real Chromium over the loopback host.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Browser, Page } from 'playwright-core';
import { afterAll } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import type { RequestName } from '../../../electron/core/contract/contract.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../electron/sandbox/sandbox.ts';
import type { WorkspaceWorld } from '../../../electron/workspace/workspace.ts';
import { quickDocuments } from '../../engine/support/quick-documents.ts';
import { launchChromium } from '../../support/chromium.ts';
import { hostWindow, openHosted } from '../../support/hosted-window.ts';
import { waitFor } from '../../support/wait-for.ts';
import { openTestWorkspace, type TestWorkspace } from '../../support/workspace.ts';

export interface TestedWindow {
  readonly test: TestWorkspace;
  readonly page: Page;
  /** What the browser complained of. */
  readonly complaints: readonly string[];
  /** How often the window has asked for what. */
  readonly asked: ReadonlyMap<RequestName, number>;
  /** Adds a folder, and waits until it is watched; gives its path. */
  watch(name: string, route: FolderSettings['route'], settings?: Partial<FolderSettings>): Promise<string>;
}

/** Started for the first window of a test file, and closed after the last. */
let browser: Browser | undefined;
afterAll(() => browser?.close());

/** @param onTestFinished of the test's context: everything is closed then, also after a test that failed */
export async function openWindow(
  onTestFinished: (work: () => Promise<void>) => void,
  world: Partial<WorkspaceWorld> = {},
  prepare: (test: TestWorkspace) => Promise<unknown> = (test) => test.ask('useSandbox', {}),
): Promise<TestedWindow> {
  const test = await openTestWorkspace(world);
  onTestFinished(() => test.end());
  await prepare(test);
  const asked = new Map<RequestName, number>();
  const handlers = Object.fromEntries(
    Object.entries(test.workspace.handlers).map(([name, handler]) => [
      name,
      (input: never) => {
        asked.set(name as RequestName, (asked.get(name as RequestName) ?? 0) + 1);
        return (handler as (given: never) => Promise<unknown>)(input);
      },
    ]),
  ) as unknown as typeof test.workspace.handlers;
  const hosted = await hostWindow({
    handlers,
    onNotice: (listener) => test.workspace.onNotice(listener),
    preview: (id) => test.workspace.preview(id),
  });
  onTestFinished(() => hosted.close());
  browser ??= await launchChromium();
  const { page, context, complaints } = await openHosted(browser, hosted);
  onTestFinished(() => context.close());
  return {
    test,
    page,
    complaints,
    asked,
    async watch(name, route, settings) {
      const folder = test.folder(name, route, settings);
      const { id } = await test.ask('addFolder', { settings: folder });
      await test.until('the folder is watched', async () => {
        const { folders } = await test.ask('status', {});
        return folders.find((each) => each.id === id)?.health.kind === 'watching';
      });
      return folder.path;
    },
  };
}

export interface Service extends Sandbox {
  /** Of an extraction named "Invoices". */
  readonly extraction: FolderSettings['route'];
  /** Names of the files that were taken, as often as they were. */
  taken(): readonly string[];
}

/** The service as somebody else's: a sandbox with keys of its own. */
export async function startService(
  onTestFinished: (work: () => Promise<void>) => void,
  options: SandboxOptions = {},
): Promise<Service> {
  const sandbox = await startSandbox({ documents: quickDocuments, delays: { queued: 0, processing: 0 }, seed: 7, ...options });
  onTestFinished(() => sandbox.close());
  const id = sandbox.control.createExtraction({ name: 'Invoices', fields: [{ key: 'number' }] });
  return {
    ...sandbox,
    extraction: { kind: 'extraction', id },
    taken: () => sandbox.requests.list().flatMap(({ fileNames = [] }) => fileNames),
  };
}

/** Gives the workspace that service, with the first of its keys. */
export async function connectTo(service: Sandbox, test: TestWorkspace): Promise<void> {
  const trial = await test.ask('connect', { url: service.url, key: service.keys[0]?.key ?? '' });
  if (trial.kind !== 'good') throw new Error(`The key does not do: ${JSON.stringify(trial)}`);
}

/** The row of the queue with that file. */
export function row(page: Page, name: string) {
  return page.locator('[role="row"][id^="document-"]').filter({ hasText: name });
}

/** The status line's name, as the side shows it. */
export function statusLine(page: Page) {
  return page.getByRole('region', { name: 'Status', exact: true }).locator('strong');
}

export interface Written {
  readonly status: string;
  readonly extracted_data: Readonly<Record<string, string>>;
  readonly category: { readonly id: string; readonly name: string } | null;
  readonly review: readonly { readonly kind: string }[];
  readonly reviewed?: {
    readonly by: string;
    readonly at: string;
    readonly changes: readonly {
      readonly field?: string;
      readonly from: string | null;
      readonly to: string | null;
      readonly at: string;
      readonly by: string;
    }[];
  };
}

/** The JSON beside a source: it may come a moment after the window knows the result. @throws Error if it does not come */
export function jsonOf(folder: string, source: string): Promise<Written> {
  return waitFor(async () => JSON.parse(await readFile(join(folder, `${source}.json`), 'utf8')) as Written);
}

/** The rows of a CSV, by the name of the column. */
export async function tableOf(folder: string, name: string): Promise<Record<string, string>[]> {
  return parse(await readFile(join(folder, name)), { bom: true, columns: true, delimiter: [',', ';'] });
}
