import { describe, expect, it } from 'vitest';
import { type Expectant, mapLinked, type PolledFile } from '../../../electron/core/poll/poll-outcome.ts';
import { sentNameOf } from '../../../electron/core/upload/answer-map.ts';

const batch = 'b';
const hashOf = (id: number) => String(id).repeat(64);
/** As the content of the job of this id goes to a classification that passes it on. */
const own = (id: number, name: string) => sentNameOf(name, hashOf(id), 'hashed');

/** `named`: a person has named the batch, with the file or without. */
function waits(id: number, sentAs: string, named?: { readonly batch?: string; readonly fileId?: string }): Expectant {
  const state = { kind: 'passed-on', since: 0, ...(named !== undefined && { named: { batch, ...named } }) } as const;
  return { id, sentAs, hash: hashOf(id), state };
}

const file = (id: string, fileName: string): PolledFile => ({ id, fileName, status: 'processed', ended: true });

interface Case {
  readonly waiting: readonly Expectant[];
  readonly files: readonly PolledFile[];
  /** File ids by the job's. */
  readonly mapped: Readonly<Record<number, string>>;
}

describe('Which file of a linked batch is whose', () => {
  it.each<[string, Case]>([
    ['nobody’s, where nobody waits', { waiting: [], files: [file('f', 'a.pdf')], mapped: {} }],
    [
      'by a name that carries its hash',
      { waiting: [waits(1, own(1, 'a.pdf'))], files: [file('f', own(1, 'a.pdf')), file('g', 'a.pdf')], mapped: { 1: 'f' } },
    ],
    [
      'by such a name in other letters',
      { waiting: [waits(1, own(1, 'a.pdf'))], files: [file('f', own(1, 'a.pdf').toUpperCase())], mapped: { 1: 'f' } },
    ],
    [
      'each its own of two of one name',
      {
        waiting: [waits(1, own(1, 'a.pdf')), waits(2, own(2, 'a.pdf'))],
        files: [file('f', own(2, 'a.pdf')), file('g', own(1, 'a.pdf'))],
        mapped: { 1: 'g', 2: 'f' },
      },
    ],
    ['not by any other name', { waiting: [waits(1, 'a.pdf')], files: [file('f', 'a.pdf')], mapped: {} }],
    [
      'not by a name that carries another content’s hash',
      { waiting: [waits(1, own(2, 'a.pdf'))], files: [file('f', own(2, 'a.pdf'))], mapped: {} },
    ],
    [
      'not one of two of its name',
      { waiting: [waits(1, own(1, 'a.pdf'))], files: [file('f', own(1, 'a.pdf')), file('g', own(1, 'a.pdf'))], mapped: {} },
    ],
    ['not the only one of a batch', { waiting: [waits(1, own(1, 'a.pdf'))], files: [file('f', 'x.pdf')], mapped: {} }],
    [
      'as a person said, whatever its name',
      { waiting: [waits(1, 'a.pdf', { fileId: 'g' })], files: [file('f', 'a.pdf'), file('g', 'x.pdf')], mapped: { 1: 'g' } },
    ],
    [
      'nobody’s that a person has named and the batch does not have',
      { waiting: [waits(1, 'a.pdf', { fileId: 'h' })], files: [file('f', 'a.pdf')], mapped: {} },
    ],
    [
      'by any name, and then the last one, in a batch that a person has named',
      {
        waiting: [waits(1, 'a.pdf', {}), waits(2, 'b.pdf', {})],
        files: [file('f', 'x.pdf'), file('g', 'a.pdf')],
        mapped: { 1: 'g', 2: 'f' },
      },
    ],
    [
      'not in another batch than a person has named',
      { waiting: [waits(1, own(1, 'a.pdf'), { batch: 'c' })], files: [file('f', own(1, 'a.pdf'))], mapped: {} },
    ],
  ])('%s', (_, { waiting, files, mapped }) => {
    const found = [...mapLinked(waiting, files, batch)].map(([id, { id: of }]) => [id, of]);
    expect(Object.fromEntries(found)).toEqual(mapped);
  });
});
