/**
 * What every end-to-end test of the window uses: a real workspace in a temporary directory, its service, and the built
 * window in a real Chromium, connected to the loopback host.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import type { RequestName } from '../../../electron/core/contract/contract.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../electron/sandbox/sandbox.ts';
import type { WorkspaceWorld } from '../../../electron/workspace/workspace.ts';
import { quickDocuments } from '../../engine/support/quick-documents.ts';
import { sharedChromium } from '../../support/chromium.ts';
import { type Hosted, hostWindow, openHosted } from '../../support/hosted-window.ts';
import { readTable } from '../../support/table.ts';
import { waitFor } from '../../support/wait-for.ts';
import { openTestWorkspace, type TestWorkspace } from '../../support/workspace.ts';

export interface TestedWindow {
  readonly test: TestWorkspace;
  readonly page: Page;
  readonly hosted: Hosted;
  readonly browser: Browser;
  /** Errors reported by the browser. */
  readonly complaints: readonly string[];
  /** How often the window made each request. */
  readonly asked: ReadonlyMap<RequestName, number>;
  /** Adds a folder, waits until it is watched, and returns its path. */
  watch(name: string, route: FolderSettings['route'], settings?: Partial<FolderSettings>): Promise<string>;
}

/** @param onTestFinished from the test context; everything is closed then, even if the test failed */
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
  const browser = await sharedChromium();
  const { page, context, complaints } = await openHosted(browser, hosted);
  onTestFinished(() => context.close());
  return {
    test,
    page,
    hosted,
    browser,
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
  /** The route of an extraction named "Invoices". */
  readonly extraction: FolderSettings['route'];
  /** The names of the files the service received, once per time. */
  taken(): readonly string[];
}

/** A service of somebody else: a sandbox with its own keys. */
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

/** Connects the workspace to that service with its first key. */
export async function connectTo(service: Sandbox, test: TestWorkspace): Promise<void> {
  const trial = await test.ask('connect', { url: service.url, key: service.keys[0]?.key ?? '' });
  if (trial.kind !== 'good') throw new Error(`The key does not work: ${JSON.stringify(trial)}`);
}

/** The queue's row for a file. */
export function row(page: Page, name: string) {
  return page.locator('[role="row"][id^="document-"]').filter({ hasText: name });
}

/** The status that the sidebar shows. */
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

/** The JSON beside a source, which may be written shortly after the window knows the result. @throws Error if it never is */
export function jsonOf(folder: string, source: string): Promise<Written> {
  return waitFor(async () => JSON.parse(await readFile(join(folder, `${source}.json`), 'utf8')) as Written);
}

/** The rows of a CSV, keyed by column name. */
export async function tableOf(folder: string, name: string): Promise<Record<string, string>[]> {
  return readTable(await readFile(join(folder, name)));
}
