import { isAtLaterStep } from '../../../electron/core/document/document.ts';
import { sameRoute } from '../../../electron/core/protocol/route.ts';
import { allOf, busy, goesOn, passesOn, planned } from '../favoured-plans.ts';
import { invoices, receipts } from '../plan.ts';
import type { PlantedBug } from './planted-bug.ts';
import { withPart } from './worlds.ts';

/** What it does with documents that go on from a classification. */
export const stepsBugs: readonly PlantedBug[] = [
  {
    name: 'sends a document on to another extraction than that of its category',
    breaks: /went on to/,
    plant: (world) =>
      withPart(world, 'documents', ({ advance }) => ({
        advance: (id, { kind, id: wanted }, changes) =>
          advance(id, { kind, id: wanted === receipts.id ? invoices.id : receipts.id }, changes),
      })),
  },
  {
    name: 'does not know a content that has gone on',
    breaks: /was taken \d+ times/,
    favours: allOf(goesOn, busy, planned({ often: ['copy'] })),
    plant: (world) =>
      withPart(world, 'documents', ({ besideContent }) => ({
        besideContent: (self, hash) => besideContent(self, hash).filter((other) => !isAtLaterStep(other)),
      })),
  },
  {
    name: 'forgets who waits for values that the service extracts by itself',
    breaks: /waits, although Intray was told/,
    favours: allOf(busy, passesOn),
    plant: (world) => withPart(world, 'documents', () => ({ awaiting: () => [] })),
  },
  {
    name: 'sends what the service passes on by itself',
    breaks: /was sent, although the service passes it on by itself/,
    favours: allOf(busy, passesOn),
    plant: (world) =>
      withPart(world, 'documents', ({ advance, update }) => ({
        update(id, changes) {
          const after = update(id, changes);
          if (after.awaits === undefined || changes.awaits === undefined || after.state.kind === 'gone') return after;
          const now = world.clock.now();
          const state = { kind: 'waiting', wait: { kind: 'ready', notBefore: now } } as const;
          return advance(
            id,
            { kind: 'extraction', id: after.awaits.extraction },
            { state, delivery: { kind: 'none' }, dueAt: now },
          );
        },
      })),
  },
  {
    name: 'sends a content again to an extraction that it has left',
    breaks: /was taken \d+ times/,
    favours: allOf(busy, goesOn, planned({ verdicts: 30 })),
    plant: (world) => withPart(world, 'leftSteps', () => ({ get: () => undefined, withContent: () => [] })),
  },
  {
    name: 'asks no more for what a document has left behind at the service',
    breaks: /has left .* there for good/,
    favours: allOf(busy, goesOn, planned({ verdicts: 30 })),
    plant: (world) =>
      withPart(world, 'documents', ({ get, inBatch }) => ({
        inBatch: (batchId) => inBatch(batchId).filter(({ id }) => get(id)?.batchId === batchId),
      })),
  },
  {
    name: 'writes what comes from an extraction that a document has left over the values that count now',
    breaks: /is not that of its content|is another content's/,
    favours: allOf(busy, goesOn, planned({ verdicts: 80 })),
    plant: (world) =>
      withPart(world, 'leftSteps', ({ get, put }) => ({
        put(origin, step) {
          const { documentId, route, result } = step;
          const isNews = result !== undefined && get(documentId, route)?.result === undefined;
          put(origin, step);
          const { documents } = world.ledger;
          const now = documents.get(documentId);
          if (isNews && now?.result?.kind === 'extraction' && !sameRoute(now.route, route))
            documents.update(documentId, { result });
        },
      })),
  },
];
