import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Gate } from '../../../../electron/core/account/gate.ts';
import { folderSettingsSchema } from '../../../../electron/core/config/folder-settings.ts';
import type { FolderHealth } from '../../../../electron/core/contract/status.ts';
import {
  type Headline,
  headlineOf,
  statusLine,
  type TrayState,
  trayStateOf,
} from '../../../../electron/core/contract/tray-state.ts';
import type { Delivery } from '../../../../electron/core/document/document.ts';
import { holdsOf, shownStanding } from '../../../../electron/core/document/hold.ts';
import type { DocumentResult } from '../../../../electron/core/document/result.ts';
import { askingIn, countsOf, type Standing, standingNames, sumOf } from '../../../../electron/core/document/standing.ts';
import type { DocumentState } from '../../../../electron/core/document/states.ts';
import type { HeldWhy } from '../../../../electron/core/document/wait.ts';
import { languageTags } from '../../../../electron/core/languages/languages.ts';
import { foreign, type Message } from '../../../../electron/core/messages/message.ts';
import { createWording, inEnglish } from '../../../../electron/core/messages/wording.ts';
import { type Ledger, openLedger } from '../../../../electron/ledger/ledger.ts';
import { acquireDataDirectory } from '../../../../electron/ledger/lock.ts';
import { ledgerPath } from '../../../../electron/settings/data-directory.ts';
import { whyOf } from '../../../../electron/workspace/documents/why-facts.ts';
import { recordedBudgets, recordedGate } from '../../../../electron/workspace/engine/engine-snapshot.ts';
import { lineOf } from '../../../../electron/workspace/engine/status.ts';
import { folderStatusOf } from '../../../../electron/workspace/folders/folder-status.ts';
import { attentionKindOf } from '../../../../renderer/review/review-task.ts';
import { type Members, putDocument } from '../../../support/jobs.ts';
import { intray } from '../../intray.ts';
import { testHost } from '../../test-host.ts';

const origin = 'https://a.example';
const route = { kind: 'extraction', id: 'e' } as const;
const message = foreign('So it is');
const done: Delivery = { kind: 'done', at: 1 };
const result: DocumentResult = { kind: 'extraction', status: 'processed', extractedData: { total: '1' }, extra: {} };
const asked: DocumentResult = { ...result, status: 'needs_review' };
const later = Date.now() + 3_600_000;

const ready: Members = { state: { kind: 'waiting', wait: { kind: 'ready', notBefore: 0 } }, pages: 2, dueAt: 0 };
const held = (why: HeldWhy): Members => ({ state: { kind: 'waiting', wait: { kind: 'held', why, message } } });
const blocked: Members = { state: { kind: 'waiting', wait: { kind: 'blocked', message: foreign('The disk is full') } } };
const withState = (state: DocumentState, more: Members = {}): Members => ({ state, ...more });

interface World {
  readonly documents?: readonly Members[];
  readonly gate?: Gate;
  readonly health?: FolderHealth;
  /** Pages of a budget of the folder, or of the account. */
  readonly budget?: { readonly day?: number; readonly month?: number };
  readonly account?: { readonly day?: number; readonly month?: number };
  readonly paused?: true;
  /** Why the ledger cannot be written. */
  readonly stopped?: Message;
}

interface Said {
  readonly headline: Headline;
  readonly tray: TrayState;
  /** What people see of the first document; none where there is none. */
  readonly standing?: Standing;
  /** In the status line. */
  readonly line?: RegExp;
  /** Why the first document is not done. */
  readonly why?: RegExp;
  /** What Review says that it asks; none where it is not in Review. */
  readonly review?: ReturnType<typeof attentionKindOf>;
}

const away: FolderHealth = { kind: 'unreachable', message: foreign('There is no folder here'), since: 1 };
const forbidden = (reason: 'pages' | 'revoked' | 'unclear'): Gate => ({ kind: 'forbidden', message, reason, until: later });

/** Each situation in which a person looks at Intray, and what every place says of it. */
const situations: readonly (readonly [string, World, Said])[] = [
  ['nothing is there', {}, { headline: 'watching', tray: 'idle' }],
  [
    'a file settles',
    { documents: [withState({ kind: 'settling', since: 1 })] },
    { headline: 'working', tray: 'working', standing: 'on-the-way', why: /has not changed for/ },
  ],
  [
    'a document is ready',
    { documents: [ready] },
    { headline: 'working', tray: 'working', standing: 'on-the-way', why: /goes out with the next request/ },
  ],
  [
    'a document is being uploaded',
    { documents: [withState({ kind: 'uploading' })] },
    { headline: 'working', tray: 'working', standing: 'on-the-way', why: /not answered yet/ },
  ],
  [
    'the service has it',
    { documents: [withState({ kind: 'processing', status: 'processing' })] },
    { headline: 'working', tray: 'working', standing: 'on-the-way', why: /The service has it/ },
  ],
  [
    'all is done',
    { documents: [withState({ kind: 'processed' }, { result, delivery: done })] },
    { headline: 'watching', tray: 'idle', standing: 'done', why: /processed/ },
  ],
  [
    'it is a copy',
    { documents: [withState({ kind: 'duplicate', of: 1 }, { result, delivery: done })] },
    { headline: 'watching', tray: 'idle', standing: 'done', why: /took over its result/ },
  ],
  [
    'a result is to be written',
    { documents: [withState({ kind: 'processed' }, { result, delivery: { kind: 'pending' } })] },
    { headline: 'working', tray: 'working', standing: 'on-the-way', why: /about to be written/ },
  ],
  [
    'a table is open elsewhere',
    {
      documents: [
        withState(
          { kind: 'processed' },
          { result, delivery: { kind: 'pending', message: foreign('The table is open elsewhere') } },
        ),
      ],
    },
    { headline: 'watching', tray: 'attention', standing: 'needs-you', why: /open elsewhere.*keeps trying/ },
  ],
  [
    'a source cannot be moved',
    {
      documents: [
        withState({ kind: 'processed' }, { result, delivery: { kind: 'written', at: 1, message: foreign('It is locked') } }),
      ],
    },
    { headline: 'watching', tray: 'attention', standing: 'needs-you', why: /could not be moved yet.*locked/ },
  ],
  [
    'the disk has no room',
    { documents: [blocked, blocked] },
    {
      headline: 'waiting',
      tray: 'attention',
      standing: 'needs-you',
      line: /scans: 2 documents wait until the disk takes its results/,
      why: /result can be written.*disk is full/i,
      review: 'blocked',
    },
  ],
  [
    'the service asks for a review',
    { documents: [withState({ kind: 'needs_review' }, { result: asked, delivery: done })] },
    { headline: 'watching', tray: 'attention', standing: 'needs-you', why: /asks for a review/, review: 'check' },
  ],
  [
    'a person has confirmed it',
    {
      documents: [
        withState(
          { kind: 'needs_review' },
          { result: asked, delivery: done, review: { confirmations: [{ at: 1, by: 'Mara', corrections: {} }], changes: [] } },
        ),
      ],
    },
    { headline: 'watching', tray: 'idle', standing: 'confirmed', why: /Mara confirmed/ },
  ],
  [
    'the service has confirmed it',
    { documents: [withState({ kind: 'confirmed' }, { result: { ...result, status: 'confirmed' }, delivery: done })] },
    { headline: 'watching', tray: 'idle', standing: 'confirmed', why: /service has confirmed/ },
  ],
  [
    'a person has dismissed it',
    { documents: [withState({ kind: 'needs_review' }, { result: asked, delivery: done, dismissed: true })] },
    { headline: 'watching', tray: 'idle', standing: 'dismissed' },
  ],
  [
    'the service has contradicted a person',
    {
      documents: [
        withState(
          { kind: 'confirmed' },
          {
            result: { ...result, status: 'confirmed' },
            delivery: done,
            review: { confirmations: [{ at: 1, by: 'Mara', corrections: {} }], changes: [], conflict: ['total'] },
          },
        ),
      ],
    },
    { headline: 'watching', tray: 'attention', standing: 'needs-you', why: /both are kept/ },
  ],
  [
    'the service could not process it',
    { documents: [withState({ kind: 'failed', by: 'service', message })] },
    { headline: 'watching', tray: 'attention', standing: 'failed', why: /could not process it/, review: 'failed' },
  ],
  [
    'Intray has given up',
    { documents: [withState({ kind: 'failed', by: 'intray', message })] },
    { headline: 'watching', tray: 'attention', standing: 'failed', why: /gave up/, review: 'failed' },
  ],
  [
    'the service refused it',
    { documents: [withState({ kind: 'rejected', by: 'service', message })] },
    { headline: 'watching', tray: 'attention', standing: 'failed', why: /rejected it/, review: 'rejected' },
  ],
  [
    'it was too large to be sent',
    { documents: [withState({ kind: 'rejected', by: 'intray', message })] },
    { headline: 'watching', tray: 'attention', standing: 'failed', why: /was not sent/, review: 'rejected' },
  ],
  [
    'the answer to an upload was lost',
    { documents: [withState({ kind: 'unresolved', message })] },
    { headline: 'watching', tray: 'attention', standing: 'needs-you', why: /may already be paid for/, review: 'unresolved' },
  ],
  ...(['changed', 'incomplete', 'unverified', 'dropped', 'asked', 'pages', 'budget', 'passed-on'] as const).map(
    (why): readonly [string, World, Said] => [
      `it is held: ${why}`,
      { documents: [held(why)] },
      { headline: 'watching', tray: 'attention', standing: 'needs-you', why: /needs your decision/, review: 'held' },
    ],
  ),
  [
    'it is held, and was dismissed',
    { documents: [{ ...held('dismissed'), dismissed: true }] },
    { headline: 'watching', tray: 'idle', standing: 'dismissed', why: /dismissed/ },
  ],
  [
    'its file has gone',
    { documents: [withState({ kind: 'gone', was: { kind: 'settling', since: 1 } })] },
    { headline: 'watching', tray: 'idle', standing: 'gone', why: /no longer where it was/ },
  ],
  [
    'there is no connection',
    { documents: [ready, ready], gate: { kind: 'offline', message, since: 1, until: later, tries: 1 } },
    {
      headline: 'offline',
      tray: 'stopped',
      standing: 'waiting',
      line: /^Offline\. So it is\. Since .* 2 documents wait\./,
      why: /no connection/,
    },
  ],
  [
    'the key is wrong',
    { documents: [ready], gate: { kind: 'key', message, reason: 'invalid' } },
    { headline: 'key', tray: 'stopped', standing: 'waiting', line: /1 document waits/, why: /does not accept the key/ },
  ],
  [
    'the key was revoked',
    { documents: [ready], gate: forbidden('revoked') },
    {
      headline: 'key',
      tray: 'stopped',
      standing: 'waiting',
      line: /^Key problem\. .*1 document waits/,
      why: /not accepting uploads/,
    },
  ],
  [
    'the service has no pages left',
    { documents: [ready], gate: forbidden('pages') },
    {
      headline: 'pages',
      tray: 'stopped',
      standing: 'waiting',
      line: /^Out of pages\. .*1 document waits/,
      why: /It waits to be sent\. The service has no pages left/,
    },
  ],
  [
    'the service asks for a pause',
    { documents: [ready], gate: { kind: 'rate', message, until: later, tries: 1 } },
    { headline: 'rate', tray: 'working', standing: 'on-the-way', why: /asked Intray to wait/ },
  ],
  [
    'a folder is not there',
    { documents: [ready], health: away },
    {
      headline: 'unreachable',
      tray: 'stopped',
      standing: 'waiting',
      line: /scans: There is no folder here\. Since .*1 document waits\./,
      why: /folder cannot be reached/,
    },
  ],
  [
    'another volume is in the folder’s place',
    { documents: [ready], health: { ...away, message: foreign('Another volume is here') } },
    { headline: 'unreachable', tray: 'stopped', standing: 'waiting', line: /Another volume/, why: /Another volume/ },
  ],
  [
    'the route is gone',
    { documents: [ready], health: { kind: 'paused', message: foreign('The extraction is gone'), since: 1 } },
    { headline: 'halted', tray: 'stopped', standing: 'waiting', line: /The extraction is gone\. Since .*1 document waits/ },
  ],
  [
    'the folder is left to another Intray',
    { health: { kind: 'paused', message: foreign('Another Intray watches it'), since: 1 } },
    { headline: 'halted', tray: 'stopped', line: /Another Intray watches it\. Since [^.]*\.$/ },
  ],
  [
    'a person has paused the folder',
    { documents: [ready], health: { kind: 'resting' } },
    { headline: 'resting', tray: 'paused', standing: 'waiting', why: /until you resume it/ },
  ],
  [
    'a person has paused everything',
    { documents: [ready], paused: true },
    { headline: 'paused', tray: 'paused', standing: 'waiting', line: /^Paused\. 1 document waits\./, why: /Intray is paused/ },
  ],
  [
    'the ledger’s disk is full',
    { documents: [ready], stopped: foreign('The ledger cannot be written') },
    { headline: 'stopped', tray: 'stopped', standing: 'waiting', line: /ledger cannot be written.*1 document waits/ },
  ],
  [
    'a folder’s budget of the month is used',
    { documents: [ready], budget: { month: 1 } },
    {
      headline: 'waiting',
      tray: 'paused',
      standing: 'waiting',
      line: /^Documents wait\. scans: 1 of this month’s 1 page is left\. 1 document \(about 2 pages\) waits until \w+ 1\./,
      why: /waits to be sent\. scans: .* until \w+ 1\./,
    },
  ],
  [
    'a folder’s budget of the day is used',
    { documents: [ready], budget: { day: 1 } },
    { headline: 'waiting', tray: 'paused', standing: 'waiting', line: /scans: 1 of today’s/, why: /today’s/ },
  ],
  [
    'the account’s budget of the month is used',
    { documents: [ready], account: { month: 1 } },
    { headline: 'waiting', tray: 'paused', standing: 'waiting', line: /\. 1 of this month’s/, why: /this month’s/ },
  ],
  [
    'the account’s budget of the day is used',
    { documents: [ready], account: { day: 1 } },
    { headline: 'waiting', tray: 'paused', standing: 'waiting', line: /\. 1 of today’s/, why: /today’s/ },
  ],
  [
    'a budget holds one, and another is at the service',
    { documents: [ready, withState({ kind: 'queued', status: 'queued' })], budget: { month: 1 } },
    { headline: 'working', tray: 'working', standing: 'waiting', line: /1 document .* waits until/ },
  ],
  [
    'a budget holds one, and another needs a person',
    { documents: [ready, withState({ kind: 'unresolved', message })], budget: { month: 1 } },
    { headline: 'waiting', tray: 'attention', standing: 'waiting', line: /1 document .* waits until/ },
  ],
];

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'intray-situations-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

function arrange(ledger: Ledger, { documents = [], gate, health, budget, account, paused }: World): void {
  const { id } = ledger.folders.ensure('/office/scans');
  ledger.meta.write(
    'folder-settings',
    folderSettingsSchema.parse({ path: '/office/scans', route, ...(budget && { budget }) }),
    id,
  );
  ledger.meta.write('folder-health', health ?? { kind: 'watching', by: 'events' }, id);
  ledger.meta.write('work', { origin, folders: [id] });
  if (gate !== undefined) ledger.meta.write('gate', gate);
  if (account !== undefined) ledger.meta.write('budget', { ...account, timeZone: 'UTC' });
  if (paused !== undefined) ledger.meta.write('paused', paused);
  for (const [index, members] of documents.entries())
    putDocument(ledger, id, { path: `${index}.pdf`, origin, route, ...members });
}

/** What the window gets of its host, and makes its status line of. */
function windowOf(ledger: Ledger, { stopped, paused }: World) {
  const [{ id, path } = { id: 0, path: '' }] = ledger.folders.all();
  const health = ledger.meta.read('folder-health', id) ?? { kind: 'scanning' };
  const line = lineOf({ chosen: true, paused: paused === true, stopped, gate: recordedGate(ledger.meta) });
  const budgets = recordedBudgets(ledger, Date.now());
  const holds = holdsOf({ line, budgets, folders: [{ id, health }] }, Date.now());
  return {
    ...{ line, budgets, holds },
    standings: ledger.documents.standings(undefined, holds),
    folders: [folderStatusOf(ledger, { id, path, route, origin, health }, holds)],
  };
}

interface Told {
  readonly line: { readonly message: string };
  readonly standings: Readonly<Record<Standing, number>>;
  readonly balance: Readonly<Record<'found' | 'failed' | 'rejected' | 'gone' | 'moving', number>>;
  readonly attention: number;
  readonly undelivered: readonly unknown[];
}

/** What a running Intray's status says, to machines and to people. */
async function statusOf(): Promise<{ readonly told: Told; readonly text: string }> {
  const lock = acquireDataDirectory(directory);
  const [machine, people] = [testHost(), testHost()];
  await intray(['status'], { dataDir: directory, json: true }, machine);
  await intray(['status'], { dataDir: directory }, people);
  if (lock.ok) lock.value.release();
  return { told: JSON.parse(machine.output.text) as Told, text: people.output.text };
}

describe('Window, tray and `intray status` say the same where', () => {
  it.each(situations)('%s', async (_, world, said) => {
    const ledger = openLedger(ledgerPath(directory));
    arrange(ledger, world);
    const seen = windowOf(ledger, world);
    const line = inEnglish(statusLine(seen));
    expect([headlineOf(seen), trayStateOf(seen)]).toEqual([said.headline, said.tray]);
    if (said.line !== undefined) expect(line).toMatch(said.line);

    // Pill, filter, count and badge.
    const { holds } = seen;
    const { documents, counts } = ledger.documents.page({ holds });
    expect(counts).toEqual(seen.standings);
    const [first] = documents.toSorted((one, other) => one.id - other.id);
    for (const standing of standingNames)
      expect(ledger.documents.page({ standings: [standing], holds }).total).toBe(counts[standing]);
    expect(sumOf(counts)).toBe(world.documents?.length ?? 0);
    if (said.standing !== undefined) expect(counts[said.standing]).toBeGreaterThan(0);
    expect(countsOf(documents.map((document) => ({ standing: shownStanding(document, holds), count: 1 })))).toEqual(counts);
    const isAsked = askingIn(counts) > 0;
    expect(isAsked).toBe(trayStateOf(seen) === 'attention' && said.headline !== 'halted');

    // Why a row is not done.
    if (first !== undefined) {
      const facts = {
        ledger,
        now: Date.now(),
        gate: recordedGate(ledger.meta),
        folder: () => ({ settleSeconds: 2, health: world.health }),
      };
      const why = whyOf(first, facts);
      if (said.why !== undefined) expect(inEnglish(why)).toMatch(said.why);
      if (said.review !== undefined) expect(attentionKindOf({ state: first.state.kind, why })).toBe(said.review);
    }

    // Every language has words for it.
    for (const language of languageTags) {
      const text = createWording(language, { now: () => 0 }).text(statusLine(seen));
      expect(text).not.toMatch(/status\.|outcome\.|undefined|\{/);
    }

    // The command line; a ledger that cannot be written is the host's alone.
    if (world.stopped === undefined) {
      const { told, text } = await statusOf();
      expect(told.line.message).toBe(line);
      expect(told.standings).toEqual(seen.standings);
      expect(told.balance.found).toBe(sumOf(seen.standings));
      expect(told.attention + told.undelivered.length).toBe(askingIn(seen.standings));
      expect(/Nothing needs you\./.test(text)).toBe(!isAsked && !['key', 'unreachable', 'halted'].includes(said.headline));
    }
    ledger.close();
  });

  it('there are forty of them, and each standing that a document can have is among them', () => {
    expect(situations.length).toBeGreaterThanOrEqual(40);
    const seen = new Set(situations.map(([, , { standing }]) => standing));
    for (const name of Object.keys(countsOf([])) as Standing[]) expect(seen).toContain(name);
  });
});
