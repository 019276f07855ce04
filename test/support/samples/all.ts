import { damaged } from './damaged.ts';
import { docxSamples } from './docx-samples.ts';
import { pdfInvoicesOne } from './pdf-invoices-one.ts';
import { pdfInvoicesThree } from './pdf-invoices-three.ts';
import { pdfInvoicesTwo } from './pdf-invoices-two.ts';
import { pdfLetters } from './pdf-letters.ts';
import { pdfReceipts } from './pdf-receipts.ts';
import { pictureSamples } from './picture-samples.ts';
import type { Sample } from './sample.ts';

export const samples: readonly Sample[] = [
  ...pdfInvoicesOne,
  ...pdfInvoicesTwo,
  ...pdfInvoicesThree,
  ...pdfReceipts,
  ...pdfLetters,
  ...docxSamples,
  ...pictureSamples,
  damaged,
];
