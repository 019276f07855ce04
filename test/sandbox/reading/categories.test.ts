import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCategory } from '../../../electron/sandbox/reading/finding.ts';
import { typed } from './typed.ts';

const mail = [
  { name: 'Application', description: 'Somebody applies for a job', keywords: ['curriculum vitae', 'Bewerbung'] },
  { name: 'Complaint', description: 'A customer is not content', keywords: ['Beschwerde', 'réclamation'] },
  { name: 'Invoice', description: 'A bill to be paid' },
];

describe('findCategory', () => {
  it('decides by keywords, regardless of case and accents, and names them', () => {
    const verdict = findCategory(typed('Objet : RECLAMATION\nMonsieur, la livraison est arrivée en retard.'), mail);
    expect(verdict).toMatchObject({ categoryIndex: 1, reasoning: expect.stringContaining('"réclamation"') });
    expect(verdict.confidence).toBeGreaterThan(0.5);
    expect(verdict.confidence).toBeLessThanOrEqual(1);
  });

  it('accepts whole words only', () => {
    expect(
      findCategory(typed('Invoiced goods were reapplied'), [
        { name: 'Apple', description: '' },
        { name: 'Good', description: '' },
      ]).categoryIndex,
    ).toBeNull();
  });

  it('finds keywords of several words', () => {
    expect(findCategory(typed('Please see my Curriculum Vitae, enclosed.'), mail).categoryIndex).toBe(0);
    expect(findCategory(typed('The curriculum of our school'), mail).categoryIndex).toBeNull();
  });

  it('gives a title more weight than mentions in sentences', () => {
    const lines = typed(
      'Bewerbung als Buchhalterin\nIch habe bei meinem Arbeitgeber jede Invoice und jede weitere Invoice geprüft, auch eine Beschwerde.',
    );
    expect(findCategory(lines, mail).categoryIndex).toBe(0);
  });

  it('is more confident, the less suggests another category', () => {
    const clear = findCategory(typed('Bewerbung'), mail);
    const mixed = findCategory(typed('Bewerbung\nMeine Beschwerde'), mail);
    expect(clear.confidence).toBeGreaterThan(mixed.confidence);
  });

  it('returns none if nothing suggests any, and says so', () => {
    expect(findCategory(typed('Lunch menu'), mail)).toMatchObject({
      categoryIndex: null,
      confidence: 0,
      reasoning: expect.stringContaining('No word'),
    });
    expect(findCategory(typed('Lunch menu'), [])).toMatchObject({ categoryIndex: null, confidence: 0 });
    expect(findCategory([], mail)).toMatchObject({ categoryIndex: null });
  });

  it('returns none if two are equally likely', () => {
    const twins = [
      { name: 'North', description: '' },
      { name: 'South', description: '' },
    ];
    expect(findCategory(typed('North\nSouth'), twins)).toMatchObject({
      categoryIndex: null,
      reasoning: expect.stringContaining('As much'),
    });
  });

  it('never throws, and stays within bounds, for any words', () => {
    const category = fc.record({ name: fc.string(), description: fc.string(), keywords: fc.array(fc.string()) });
    fc.assert(
      fc.property(fc.array(category, { maxLength: 5 }), fc.string(), (categories, text) => {
        const verdict = findCategory(typed(text), categories);
        expect(verdict.confidence).toBeGreaterThanOrEqual(0);
        expect(verdict.confidence).toBeLessThanOrEqual(1);
        if (verdict.categoryIndex !== null) expect(categories[verdict.categoryIndex]).toBeDefined();
      }),
    );
  });
});
