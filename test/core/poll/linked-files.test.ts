import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Expectant, mapLinked } from '../../../electron/core/poll/linked-files.ts';
import type { PolledFile } from '../../../electron/core/poll/poll-outcome.ts';
import { comparableName } from '../../../electron/core/upload/batch.ts';

const batch = 'b';

/** `named`: a person has named the batch, with the file or without. */
function waits(
  id: number,
  fileName: string,
  { fileId, named }: { readonly fileId?: string; readonly named?: { readonly batch?: string; readonly fileId?: string } } = {},
): Expectant {
  const said = named && { batch: named.batch ?? batch, ...(named.fileId !== undefined && { fileId: named.fileId }) };
  return {
    id,
    fileName,
    ...(fileId !== undefined && { fileId }),
    awaits: { extraction: 'e', since: 0, ...(said !== undefined && { named: said }) },
  };
}

const file = (id: string, fileName: string): PolledFile => ({ id, fileName, status: 'processed', ended: true });

interface Case {
  readonly waiting: readonly Expectant[];
  readonly rivals?: readonly string[];
  readonly files: readonly PolledFile[];
  readonly hasOurs?: boolean;
  /** File ids by document id. */
  readonly mapped: Readonly<Record<number, string>>;
}

function mappedBy({ waiting, rivals = [], files, hasOurs = false }: Omit<Case, 'mapped'>): Readonly<Record<number, string>> {
  return Object.fromEntries([...mapLinked(waiting, rivals, files, { batch, hasOurs })].map(([id, { id: of }]) => [id, of]));
}

describe('Which file of a linked batch is whose', () => {
  it.each<[string, Case]>([
    ['nobody’s, where nobody waits', { waiting: [], files: [file('f', 'a.pdf')], mapped: {} }],
    ['by its name', { waiting: [waits(1, 'a.pdf')], files: [file('f', 'a.pdf'), file('g', 'c.pdf')], mapped: { 1: 'f' } }],
    ['by its name in other letters', { waiting: [waits(1, 'Ä.pdf')], files: [file('f', 'a\u0308.PDF')], mapped: { 1: 'f' } }],
    [
      'by the id that the classification gave it, whatever its name',
      { waiting: [waits(1, 'a.pdf', { fileId: 'f' })], files: [file('f', 'x.pdf'), file('g', 'a.pdf')], mapped: { 1: 'f' } },
    ],
    [
      'not of one of two documents of its name',
      { waiting: [waits(1, 'a.pdf'), waits(2, 'a.pdf')], files: [file('f', 'a.pdf')], mapped: {} },
    ],
    [
      'of the second of two documents of its name, once the first has another',
      {
        waiting: [waits(1, 'a.pdf', { fileId: 'f' }), waits(2, 'a.pdf')],
        files: [file('f', 'a.pdf'), file('g', 'a.pdf')],
        mapped: { 1: 'f', 2: 'g' },
      },
    ],
    ['not one of two of its name', { waiting: [waits(1, 'a.pdf')], files: [file('f', 'a.pdf'), file('g', 'a.pdf')], mapped: {} }],
    [
      'not where a rival has its name',
      { waiting: [waits(1, 'a.pdf')], rivals: ['a.pdf'], files: [file('f', 'a.pdf')], mapped: {} },
    ],
    [
      'by its name beside rivals of other names',
      { waiting: [waits(1, 'a.pdf')], rivals: ['b.pdf'], files: [file('f', 'a.pdf')], mapped: { 1: 'f' } },
    ],
    [
      'not the only one of a batch that may be anybody’s',
      { waiting: [waits(1, 'a.pdf')], files: [file('f', 'x.pdf')], mapped: {} },
    ],
    [
      'the last one of a batch whose other files are ours',
      { waiting: [waits(1, 'a.pdf')], files: [file('f', 'x.pdf')], hasOurs: true, mapped: { 1: 'f' } },
    ],
    [
      'not the last one where a rival may own it',
      { waiting: [waits(1, 'a.pdf')], rivals: ['b.pdf'], files: [file('f', 'x.pdf')], hasOurs: true, mapped: {} },
    ],
    [
      'not the last one where two wait',
      { waiting: [waits(1, 'a.pdf'), waits(2, 'b.pdf')], files: [file('f', 'x.pdf')], hasOurs: true, mapped: {} },
    ],
    [
      'that of whom a person has named it for, before anybody’s name or id',
      {
        waiting: [waits(1, 'x.pdf', { named: { fileId: 'f' } }), waits(2, 'a.pdf', { fileId: 'f' })],
        rivals: ['a.pdf'],
        files: [file('f', 'a.pdf')],
        mapped: { 1: 'f' },
      },
    ],
    [
      'not another one than a person has named, although its name fits',
      { waiting: [waits(1, 'a.pdf', { named: { fileId: 'gone' } })], files: [file('f', 'a.pdf')], mapped: {} },
    ],
    [
      'the only one of a batch that a person has named, whatever its name and whoever else may be',
      { waiting: [waits(1, 'a.pdf', { named: {} })], rivals: ['x.pdf'], files: [file('f', 'x.pdf')], mapped: { 1: 'f' } },
    ],
    [
      'of two in a batch that a person has named, the one of its name',
      { waiting: [waits(1, 'a.pdf', { named: {} })], files: [file('f', 'x.pdf'), file('g', 'a.pdf')], mapped: { 1: 'g' } },
    ],
    [
      'nobody’s by name, whose values a person says are elsewhere',
      { waiting: [waits(1, 'a.pdf', { named: { batch: 'other' } })], files: [file('f', 'a.pdf')], hasOurs: true, mapped: {} },
    ],
    [
      'not of a third of its name, while two are named for the batch that may own it',
      {
        waiting: [waits(1, 'a.pdf', { named: {} }), waits(2, 'a.pdf', { named: {} }), waits(3, 'a.pdf')],
        files: [file('f', 'a.pdf')],
        mapped: {},
      },
    ],
    [
      'not the last one, while one is named for the batch that may own it',
      {
        waiting: [waits(1, 'a.pdf', { named: {} }), waits(2, 'b.pdf'), waits(3, 'c.pdf')],
        files: [file('f', 'b.pdf'), file('g', 'x.pdf')],
        mapped: { 2: 'f' },
      },
    ],
  ])('%s', (_, { mapped, ...given }) => {
    expect(mappedBy(given)).toEqual(mapped);
  });
});

describe('Whatever waits and whatever comes', () => {
  const name = fc.constantFrom('a.pdf', 'A.pdf', 'b.pdf', 'c.pdf', 'x');
  const fileId = fc.constantFrom('f', 'g', 'h', 'i');
  const named = fc.record({ batch: fc.constantFrom(batch, batch, 'other'), fileId }, { requiredKeys: ['batch'] });
  const waiting = fc
    .array(fc.tuple(name, fc.record({ fileId, named }, { requiredKeys: [] })), { maxLength: 5 })
    .map((all) => all.map(([fileName, members], id) => waits(id, fileName, members)));
  const files = fc
    .uniqueArray(fc.tuple(fileId, name), { selector: ([id]) => id, maxLength: 4 })
    .map((all) => all.map(([id, of]) => file(id, of)));
  const rivals = fc.array(name, { maxLength: 2 });
  const world = fc.record({ waiting, rivals, files, hasOurs: fc.boolean() });
  const always = (holds: (given: Required<Omit<Case, 'mapped'>>, mapped: ReadonlyMap<number, PolledFile>) => void) =>
    fc.assert(
      fc.property(world, (given) => holds(given, mapLinked(given.waiting, given.rivals, given.files, { batch, ...given }))),
      { numRuns: 5_000 },
    );
  const isHere = ({ awaits }: Expectant) => awaits.named?.batch === batch;
  const isOpen = ({ awaits }: Expectant) => awaits.named === undefined;
  /** May own any file of the batch, as far as anybody has said. */
  const mayBeAny = (each: Expectant) => (isHere(each) && each.awaits.named?.fileId === undefined) || isOpen(each);

  it('no file is given to two documents, none is made up, and nothing to whose values are elsewhere', () => {
    always(({ waiting: all, files: listed }, mapped) => {
      expect(new Set(mapped.values()).size).toBe(mapped.size);
      for (const [id, of] of mapped) {
        expect(listed).toContain(of);
        expect(all.filter((each) => each.id === id && (isHere(each) || isOpen(each)))).toHaveLength(1);
      }
    });
  });

  it('what a person said wins', () => {
    always(({ waiting: all, files: listed }, mapped) => {
      const said = all.filter((each) => isHere(each) && each.awaits.named?.fileId !== undefined);
      for (const { id, awaits } of said) {
        const own = mapped.get(id);
        if (own !== undefined) expect(own.id).toBe(awaits.named?.fileId);
        const isAlone = said.filter((each) => each.awaits.named?.fileId === awaits.named?.fileId).length === 1;
        if (isAlone && listed.some((each) => each.id === awaits.named?.fileId)) expect(own?.id).toBe(awaits.named?.fileId);
      }
    });
  });

  it('no file is given by its name while another document of that name, or a rival, may own it', () => {
    always(({ waiting: all, rivals: others }, mapped) => {
      for (const each of all) {
        const own = mapped.get(each.id);
        if (own === undefined || !mayBeAny(each) || (isOpen(each) && own.id === each.fileId)) continue;
        const twins = all.filter((other) => other !== each && other.fileName === each.fileName && !mapped.has(other.id));
        // For whom a person has named the batch goes before whom nobody has said anything of.
        expect(twins.filter((other) => mayBeAny(other) && (isHere(other) || isOpen(each)))).toEqual([]);
        if (isOpen(each)) expect(others).not.toContain(each.fileName);
      }
    });
  });

  it('a file of another name is given only where nobody else may own it', () => {
    always(({ waiting: all, rivals: others, hasOurs }, mapped) => {
      for (const each of all) {
        const own = mapped.get(each.id);
        if (own === undefined || !isOpen(each) || own.id === each.fileId) continue;
        if (comparableName(own.fileName) === comparableName(each.fileName)) continue;
        expect(others).toEqual([]);
        expect(hasOurs || mapped.size > 1).toBe(true);
        expect(all.filter((other) => other !== each && mayBeAny(other) && !mapped.has(other.id))).toEqual([]);
      }
    });
  });
});
