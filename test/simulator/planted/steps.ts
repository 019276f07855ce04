import type { Document, Job } from '../../../electron/core/document/document.ts';
import { ready } from '../../../electron/core/document/transition.ts';
import type { Route } from '../../../electron/core/protocol/route.ts';
import type { World } from '../../../electron/engine/ports.ts';
import type { FileChanges } from '../../../electron/ledger/ledger.ts';
import { allOf, busy, goesOn, goesTwoWays, namesStepsLater, passesOn, planned } from '../favoured-plans.ts';
import { invoices, receipts } from '../plan.ts';
import type { PlantedBug } from './planted-bug.ts';
import { forgetting, withPart } from './worlds.ts';

/** What it does with documents that go on from a classification. */
export const stepsBugs: readonly PlantedBug[] = [
  {
    name: 'sends a document on to another extraction than that of its category',
    breaks: /went on to/,
    plant: (world) =>
      withPart(world, 'documents', ({ get, update }) => ({
        update(id, changes) {
          if (changes.verdict === undefined) return update(id, changes);
          const other = changes.route?.id === receipts.id ? invoices : receipts;
          return update(id, { ...changes, ...jobOn(world, get(id), other) });
        },
      })),
  },
  {
    name: 'does not know a content that has gone on',
    breaks: /was taken \d+ times/,
    favours: allOf(goesOn, busy, planned({ often: ['copy'] })),
    plant: (world) => forgetting(world, (job) => job.route.kind === 'classification' && isLeft(world, job)),
  },
  {
    name: 'forgets who waits for values that the service extracts by itself',
    breaks: /waits, although Intray was told/,
    favours: allOf(busy, passesOn),
    plant: (world) => withPart(world, 'jobs', () => ({ passedOn: () => [] })),
  },
  {
    name: 'sends what the service passes on by itself',
    breaks: /was sent, although the service passes it on by itself/,
    favours: allOf(busy, passesOn),
    plant: (world) =>
      withPart(world, 'documents', ({ changeJob }) => ({
        changeJob(id, changes, at, also) {
          const isPassedOn = changes.state?.kind === 'passed-on' && changes.from !== undefined;
          return changeJob(id, isPassedOn ? { ...changes, state: ready(at), dueAt: at } : changes, at, also);
        },
      })),
  },
  {
    name: 'sends a content again to an extraction that it has left',
    breaks: /was taken \d+ times/,
    favours: allOf(busy, goesOn, planned({ verdicts: 30 })),
    plant: (world) => forgetting(world, (job) => job.route.kind === 'extraction' && isLeft(world, job)),
  },
  {
    name: 'asks no more for what a document has left behind at the service',
    breaks: /has left .* there for good/,
    favours: allOf(busy, goesOn, planned({ verdicts: 30 })),
    plant: (world) =>
      withPart(world, 'jobs', ({ inBatch }) => ({
        inBatch: (batch) => inBatch(batch).filter((job) => job.route.kind !== 'extraction' || !isLeft(world, job)),
      })),
  },
  {
    name: 'writes what comes from an extraction that a document has left over the values that count now',
    breaks: /is not that of its content|is another content's/,
    favours: allOf(busy, goesTwoWays, planned({ verdicts: 80, lateness: 0.2, stepsLater: 0 })),
    plant: (world) =>
      withPart(world, 'documents', ({ changeJob }) => ({
        changeJob(id, changes, at, also) {
          const job = world.ledger.jobs.get(id);
          const { result } = changes;
          const isLate = job !== undefined && result?.kind === 'extraction' && isLeft(world, job);
          const others = isLate ? world.ledger.jobs.ofContent(job.origin, job.hash) : [];
          const now = others.find((other) => other.result?.kind === 'extraction' && !isLeft(world, other));
          if (now !== undefined) changeJob(now.id, { result }, at, () => ({ delivery: { kind: 'pending' }, dueAt: at }));
          return changeJob(id, changes, at, also);
        },
      })),
  },
  {
    name: 'sends a second step on an edit of settings',
    breaks: /nothing but the settings had changed/,
    favours: allOf(busy, namesStepsLater, planned({ deaths: { at: 'poll', chance: 0.05 } })),
    plant(world, { plan, starts }) {
      const { documents } = world.ledger;
      const all = starts === 1 ? [] : documents.page({ limit: 10_000 }).documents;
      for (const document of all) {
        const { delivery, id, job, result, state } = document;
        const name = result?.kind === 'classification' ? result.categoryName : undefined;
        const to = plan.folders[0]?.next?.categories[name ?? ''];
        if (state.kind !== 'processed' || delivery.kind !== 'done' || typeof to !== 'object') continue;
        const on = jobOn(world, document, { kind: 'extraction', id: to.extraction });
        world.ledger.transaction(() => {
          documents.update(id, { ...on, verdict: job, delivery: { kind: 'none' }, dueAt: undefined });
          world.ledger.documents.note({ documentId: id, at: world.clock.now(), event: 'passed on' });
        });
      }
      return world;
    },
  },
];

/** No document has it any more. */
function isLeft({ ledger }: World, { id }: Job): boolean {
  return ledger.documents.ofJob(id).length === 0;
}

/** What makes a document go to another route. */
function jobOn({ clock, ledger }: World, document: Document | undefined, route: Route): Pick<FileChanges, 'job' | 'route'> {
  if (document?.hash === undefined) return {};
  return { route, job: ledger.jobs.jobFor(document.origin, route, document.hash, clock.now()).id };
}
