import { useEffect, useState } from 'react';
import type { TextRun } from './boxes.ts';
import { type PageText, pageText } from './find-value.ts';
import type { OpenPdf, PdfProblem } from './pdf.ts';

export type PdfState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly pdf: OpenPdf }
  | { readonly kind: 'failed'; readonly problem: PdfProblem };

/** Opens a document's bytes; pdf.js itself is fetched when the first one is shown. */
export function usePdf(bytes: ArrayBuffer): PdfState {
  const [state, setState] = useState<PdfState>({ kind: 'opening' });
  useEffect(() => {
    const ended = new AbortController();
    setState({ kind: 'opening' });
    const open = async (): Promise<void> => {
      const { openPdf, problemOf } = await import('./pdf.ts');
      try {
        // A copy: the worker takes it over, and the bytes may be opened again.
        const pdf = await openPdf(new Uint8Array(bytes.slice(0)), ended.signal);
        if (!ended.signal.aborted) setState({ kind: 'open', pdf });
      } catch (error) {
        if (!ended.signal.aborted) setState({ kind: 'failed', problem: problemOf(error) });
      }
    };
    void open();
    return () => ended.abort();
  }, [bytes]);
  return state;
}

/** A page's text: its runs, and the form in which values are looked for. */
export interface ReadPage {
  readonly runs: readonly TextRun[];
  readonly text: PageText;
}

/** Documents are read no further than this for values to point at. */
const maxPages = 40;

/** The text of the first pages, one after the other as they are read; empty for a scan without text. */
export function usePageTexts({ document }: OpenPdf): readonly ReadPage[] {
  const [pages, setPages] = useState<readonly ReadPage[]>([]);
  useEffect(() => {
    let wanted = true;
    setPages([]);
    const read = async (): Promise<void> => {
      for (let number = 1; number <= Math.min(document.numPages, maxPages) && wanted; number += 1) {
        const content = await (await document.getPage(number)).getTextContent();
        const runs = content.items.filter((item) => 'str' in item);
        const text = pageText(runs.map((run) => ({ text: run.str, endsLine: run.hasEOL })));
        if (wanted) setPages((before) => [...before, { runs, text }]);
      }
    };
    // A page without readable text has nothing to point at, and is shown all the same.
    read().catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, [document]);
  return pages;
}
