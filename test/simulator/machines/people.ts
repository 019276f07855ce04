import { asOn } from '../../../electron/core/document/as-on.ts';
import type { Document } from '../../../electron/core/document/document.ts';
import type { Dice } from '../random.ts';
import type { Machine } from './machine.ts';

/** Somebody opens another document at a machine, or closes what is open. */
export function review(machine: Machine, dice: Dice): void {
  const documents = machine.ledger.documents.page({ limit: 1_000 }).documents.filter(({ hash }) => hash !== undefined);
  const closes = dice.chance(0.3) || documents.length === 0;
  machine.show(closes ? undefined : dice.pick(documents).id);
}

/** What is wrong of what a machine says is open at the others: it is what people have open there, and nothing else. */
export function* wronglyOpen(machine: Machine, all: readonly Machine[]): Generator<string> {
  const open = all.filter((other) => other !== machine && other.shown !== undefined);
  const documents = machine.ledger.documents.page({ limit: 1_000 }).documents;
  // Here it may not have gone on yet to where it is there.
  const isIt = (document: Document, shown: Document | undefined) =>
    shown?.hash !== undefined && document.hash === shown.hash && asOn(document, shown.route) !== undefined;
  const wanted = open.flatMap(({ plan, shown }) =>
    documents.filter((document) => isIt(document, shown)).map(({ id }) => `#${id} at ${plan.name}`),
  );
  const said = (machine.engine?.status().openElsewhere ?? []).map(({ documentId, machine: name }) => `#${documentId} at ${name}`);
  for (const each of wanted) if (!said.includes(each)) yield `${machine.plan.name} does not say that ${each} is open`;
  for (const each of said) if (!wanted.includes(each)) yield `${machine.plan.name} says that ${each} is open`;
}
