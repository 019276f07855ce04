import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import mammoth from 'mammoth';
import type { Locator, Page } from 'playwright-core';
import type { Category } from '../../../electron/core/contract/documents.ts';
import { confirm, confirmationOf, received } from '../../../electron/core/review/local-review.ts';
import { projectRoot } from '../../../resources/tools/build.ts';
import { type FakeDocument, resultOf, typeOf } from '../support/fake-document.ts';
import { FakeHost } from '../support/fake-host.ts';
import { type OpenWindow, openWindow, type WindowOptions } from '../support/open-window.ts';

const samples = join(projectRoot, 'resources', 'samples');

/** The sample invoices with their values. */
const invoices: readonly { readonly file: string; readonly values: Readonly<Record<string, string>> }[] = Object.entries(
  JSON.parse(await readFile(join(samples, 'expected.json'), 'utf8')) as Record<string, { values?: Record<string, string> }>,
)
  .filter(([file]) => file.endsWith('.pdf'))
  .map(([file, { values = {} }]) => ({
    file,
    values: {
      invoice_number: values.invoice_number ?? '',
      supplier: values.vendor_name ?? '',
      invoice_date: values.invoice_date ?? '',
      due_date: '',
      total: values.total_amount ?? '',
      currency: values.currency ?? '',
      vat_id: 'DE811234567',
    },
  }));

/** A host where only what a test adds waits for review. */
export function quietHost(): FakeHost {
  const host = new FakeHost({ documents: 40 });
  for (const document of host.documents) {
    document.state = { kind: 'processed' };
    document.delivery = { kind: 'done', at: host.now };
  }
  return host;
}

interface Waiting extends Partial<FakeDocument> {
  /** What the service read. Default: what is on a sample. */
  readonly values?: Readonly<Record<string, string>>;
  /** The service's verdict, in a folder of mail. */
  readonly category?: Category;
}

/** Adds a document that needs review, with a sample's page and values. The first one added has waited longest. */
export function waits(host: FakeHost, { values, category, ...changes }: Waiting = {}, folderId = 1): FakeDocument {
  const document = host.land('needs_review', folderId);
  const count = host.documents.length;
  const sample = invoices[count % invoices.length] ?? { file: '', values: {} };
  const { kind } = host.folderOf(folderId);
  return Object.assign(document, {
    path: sample.file,
    contentType: typeOf(changes.path ?? sample.file),
    ...(kind === 'invoices' && { result: resultOf('needs_review', kind, values ?? sample.values) }),
    ...(kind === 'receipts' && values !== undefined && { result: resultOf('needs_review', kind, values) }),
    ...(category !== undefined && { result: resultOf('needs_review', kind, {}, category) }),
    changedAt: host.now + (count - 10_000) * 60_000,
    possibleDuplicate: false,
    delivery: { kind: 'done', at: host.now },
    ...changes,
  });
}

/** The service reads another value than a person has put into a field meanwhile. */
export function disagree(document: FakeDocument, field: string, mine: string, theirs: string): void {
  const { result } = document;
  if (result?.kind !== 'extraction') throw new Error('It is no extraction.');
  const confirmed = confirm(undefined, result, { [field]: mine }, { at: document.changedAt, by: 'mara' });
  if (!confirmed.ok) throw new Error(confirmed.error.code);
  document.result = { ...result, extractedData: { ...result.extractedData, [field]: theirs } };
  const review = received(confirmed.value, result, document.result);
  if (review !== undefined) document.review = review;
}

export function isConfirmed(document: FakeDocument | undefined): boolean {
  return confirmationOf(document?.review) !== undefined;
}

/** Confirms a document although a flagged field is empty: the window asks once, at the field. */
export async function confirmBlank(field: Locator): Promise<void> {
  await field.press('Control+Enter');
  await field
    .page()
    .getByText(/^Flagged and empty:/)
    .waitFor();
  await field.page().keyboard.press('Control+Enter');
}

export interface ReviewOptions extends WindowOptions {
  /** Previews other than the samples, by the document's path. */
  readonly previews?: Readonly<Record<string, Served>>;
}

export interface Served {
  readonly status?: number;
  readonly contentType: string;
  readonly body: string | Buffer;
}

/** Opens the review screen, with each document's sample as its page. */
export async function openReview(host: FakeHost, { previews = {}, ...options }: ReviewOptions = {}): Promise<OpenWindow> {
  const opened = await openWindow(host, { ...options, hash: '#/insights' });
  await servePages(opened.page, host, previews);
  await opened.page.evaluate((hash) => window.location.assign(hash), options.hash ?? '#/review');
  return opened;
}

async function servePages(page: Page, host: FakeHost, previews: Readonly<Record<string, Served>>): Promise<void> {
  await page.route('**/preview/*', async (route) => {
    const id = Number(new URL(route.request().url()).pathname.split('/').at(-1));
    const path = host.find(id)?.path.split('/').at(-1) ?? '';
    const served = previews[path];
    if (served !== undefined) return route.fulfill(served);
    const file = join(samples, path);
    const bytes = await readFile(file).catch(() => undefined);
    if (bytes === undefined) return route.fallback();
    if (path.endsWith('.docx')) {
      return route.fulfill({
        contentType: 'text/plain; charset=utf-8',
        body: (await mammoth.extractRawText({ path: file })).value,
      });
    }
    return route.fulfill({ path: file });
  });
}

/** The accessible name of the focused element. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: element } = document;
    const labelledBy = element?.getAttribute('aria-labelledby') ?? '';
    const label =
      document.getElementById(labelledBy) ??
      (element?.id ? document.querySelector(`label[for="${CSS.escape(element.id)}"]`) : null);
    return (label?.textContent ?? element?.textContent ?? '').trim();
  });
}
