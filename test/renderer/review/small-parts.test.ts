import { describe, expect, it } from 'vitest';
import { folderNames } from '../../../renderer/components/folder-names.ts';
import { collapseBlankLines } from '../../../renderer/review/page/use-preview.ts';
import { wordAround } from '../../../renderer/review/page/word-at.ts';
import { scaleOf, stepZoom, turned } from '../../../renderer/review/page/zoom.ts';
import { labelOf } from '../../../renderer/review/review-task.ts';

describe('Zoom', () => {
  it('moves in steps from the current scale, and stops at its limits', () => {
    expect(stepZoom(0.7, 1)).toBe(0.75);
    expect(stepZoom(0.75, -1)).toBe(0.67);
    expect(stepZoom(4, 1)).toBe(4);
    expect(stepZoom(0.25, -1)).toBe(0.25);
  });

  it('fits a page to the available width, and leaves a page without a size alone', () => {
    expect(scaleOf('fit', 400, 800)).toBe(0.5);
    expect(scaleOf(1.5, 400, 800)).toBe(1.5);
    expect(scaleOf('fit', 400, 0)).toBe(1);
    expect([scaleOf('field', 400, 800), scaleOf('field', 400, 800, true), scaleOf('field', 1_600, 800, true)]).toEqual([
      0.5, 1.25, 2,
    ]);
  });

  it('turns clockwise, full circle', () => {
    expect([turned(0), turned(90), turned(180), turned(270)]).toEqual([90, 180, 270, 0]);
  });
});

describe('The word at a click', () => {
  it.each([
    ['Total: 5.464,37 EUR', 9, '5.464,37'],
    ['Total: 5.464,37 EUR', 2, 'Total'],
    ['(No. SW-558120), due', 8, 'SW-558120'],
    ['a  b', 2, ''],
  ])('is whole, without the marks of its sentence: %s at %i', (text, offset, expected) => {
    expect(wordAround(text, offset)).toBe(expected);
  });
});

describe('The text of a document without pages', () => {
  it('has one line per paragraph, and one empty line for empty paragraphs', () => {
    expect(collapseBlankLines('Invoice\n\nNo. 7\n\n\n\n \n\nTotal\n\n')).toBe('Invoice\nNo. 7\n\nTotal');
  });
});

describe('The name of a folder', () => {
  it('is the shortest that tells it apart', () => {
    expect([...folderNames(['/a/Scans/In', '/a/Mail', '/b/Scans/In']).values()]).toEqual(['/a/Scans/In', 'Mail', '/b/Scans/In']);
  });

  it('is taken from Windows paths too', () => {
    expect(folderNames(['C:\\Scans\\Invoices', 'C:\\Scans\\Mail']).get('C:\\Scans\\Mail')).toBe('Mail');
  });
});

describe('The label of a field', () => {
  it('is its key as people would write it', () => {
    expect(labelOf('vendor_name')).toBe('Vendor name');
    expect(labelOf('totalAmount')).toBe('Total Amount');
    expect(labelOf('vat_id')).toBe('VAT ID');
    expect(labelOf('valid')).toBe('Valid');
    expect(labelOf('__')).toBe('__');
  });
});
