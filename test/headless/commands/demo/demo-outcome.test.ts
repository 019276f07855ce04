import { describe, expect, it } from 'vitest';
import type { Document } from '../../../../electron/core/document/document.ts';
import { foreign, say } from '../../../../electron/core/messages/message.ts';
import { createWording } from '../../../../electron/core/messages/wording.ts';
import {
  type DemoOutcome,
  type DemoReport,
  demoLines,
  describeOutcome,
  programName,
} from '../../../../electron/headless/commands/demo/demo-work.ts';
import { classified, documentIn, extracted } from '../../documents.ts';

const wording = createWording('en', { now: Date.now });
const fields = ['vendor_name', 'invoice_number', 'total_amount', 'currency'];

describe('the outcome of a document of the demo', () => {
  it.each<[string, Document, Partial<DemoOutcome>]>([
    [
      'processed',
      documentIn(
        { kind: 'processed' },
        { result: extracted({ vendor_name: 'Müller', invoice_number: '7', total_amount: '1,50', currency: 'EUR' }) },
      ),
      { document: 'scan.pdf', state: 'processed', found: 'Müller · 7 · 1,50 EUR' },
    ],
    [
      'for review, with a value',
      documentIn(
        { kind: 'needs_review' },
        { result: extracted({ vendor_name: 'Müller', invoice_number: '7', total_amount: '1', currency: '' }, 'needs_review') },
      ),
      {
        state: 'needs_review',
        found: 'Müller · 7 · 1',
        reasons: [say('runReport.attention.emptyFields', { fields: 'currency', more: 0 })],
      },
    ],
    [
      'for review, without one',
      documentIn({ kind: 'needs_review' }, { result: extracted({}, 'needs_review') }),
      { reasons: [say('runReport.attention.noValues')] },
    ],
    [
      'failed',
      documentIn({ kind: 'failed', by: 'service', message: foreign('Damaged') }),
      { state: 'failed', reasons: [foreign('Damaged')] },
    ],
    [
      'rejected',
      documentIn({ kind: 'rejected', by: 'intray', message: foreign('Too large.') }),
      { state: 'rejected', reasons: [foreign('Too large.')] },
    ],
    ['classified', documentIn({ kind: 'processed' }, { result: classified('Invoice', 0.9) }), { found: 'Invoice (0.9)' }],
    ['in no category', documentIn({ kind: 'processed' }, { result: classified(undefined) }), { state: 'processed' }],
  ])('%s', (_, document, outcome) => {
    const described = describeOutcome(document, '/demo', fields);
    expect(described).toMatchObject(outcome);
    expect(Object.keys(described).sort()).toEqual([...new Set(['document', 'state', ...Object.keys(outcome)])].sort());
  });
});

describe('the closing report', () => {
  const report: DemoReport = {
    folders: { root: '/demo', extracted: '/demo/extracted', classified: '/demo/classified' },
    routeNames: ['Invoices', 'c-1'],
    extracted: [
      {
        document: 'Rechnung Müller & Söhne.pdf',
        state: 'processed',
        found: 'Müller · 7',
      },
      { document: 'broken.pdf', state: 'failed', reasons: [foreign('Damaged.')] },
      { document: 'scan.pdf', state: 'processed', found: 'A' },
    ],
    classified: [{ document: 'scan.pdf', state: 'processed' }],
    tables: ['/demo/extracted/intray-Invoices.csv'],
    endedEarly: false,
    tookMs: 8_400,
    program: 'npm run -s intray --',
  };

  it('has a line for each document, where the outputs are, and what to do next', () => {
    const text = demoLines(report, 120, wording).join('\n');
    expect(text).toMatch(/^ {2}Rechnung Müller & Söhne\.pdf {2}Processed {2}Müller · 7$/m);
    expect(text).toMatch(/^ {2}broken\.pdf {2,}Failed {2,}Damaged\.$/m);
    expect(text).toMatch(/^ {2}scan\.pdf {2,}Processed {2,}none$/m);
    expect(text).toContain('4 documents in 8.4 s');
    expect(text).toContain('extracted/intray-Invoices.csv');
    expect(text).toMatch(/damaged\s+on\s+purpose/);
    expect(text).toContain('npm run -s intray -- run FOLDER --extraction ID');
    expect(text).not.toContain('It ended before');
  });

  it.each([80, 100, 140])('fits into %i columns', (width) => {
    const lines = demoLines(report, width, wording).flatMap((line) => line.split('\n'));
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width);
  });

  it('says where it ended early', () => {
    expect(demoLines({ ...report, endedEarly: true }, 100, wording)).toContain('It ended before its work was done.');
  });

  it.each([
    [{ npm_lifecycle_event: 'demo' }, '/x/out/main/headless.js', 'npm run -s intray --'],
    [{}, '/x/out/main/headless.js', 'node /x/out/main/headless.js'],
    [{}, '/usr/local/bin/intray', 'intray'],
  ])('names the program as it was called: %j %s', (environment, script, program) => {
    expect(programName(environment, script)).toBe(program);
  });
});
