import {
  AlignmentType,
  BorderStyle,
  Document,
  Packer,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import { madeAt } from './sheet.ts';

const none = { style: BorderStyle.NONE, size: 0, color: 'auto' } as const;
const thin = { style: BorderStyle.SINGLE, size: 4, color: 'C9CED6' } as const;
export const noBorders = { top: none, bottom: none, left: none, right: none, insideHorizontal: none, insideVertical: none };
type Align = (typeof AlignmentType)[keyof typeof AlignmentType];

export interface Look {
  readonly bold?: boolean;
  readonly italics?: boolean;
  /** In points. */
  readonly size?: number;
  readonly color?: string;
  readonly align?: Align;
  /** Space below, in points. */
  readonly after?: number;
}

export function line(text: string, look: Look = {}): Paragraph {
  return new Paragraph({
    alignment: look.align ?? AlignmentType.LEFT,
    spacing: { after: (look.after ?? 0) * 20 },
    children: [
      new TextRun({
        text,
        bold: look.bold ?? false,
        italics: look.italics ?? false,
        size: (look.size ?? 10.5) * 2,
        color: look.color ?? '20242B',
      }),
    ],
  });
}

export function cell(
  content: readonly Paragraph[],
  width: number,
  fill?: string,
  borders: object = { top: none, left: none, right: none, bottom: thin },
): TableCell {
  return new TableCell({
    width: { size: width, type: WidthType.PERCENTAGE },
    margins: { top: 60, bottom: 60, left: 80, right: 80 },
    borders,
    ...(fill === undefined ? {} : { shading: { type: ShadingType.CLEAR, fill, color: 'auto' } }),
    children: [...content],
  });
}

export function table(
  widths: readonly number[],
  rows: readonly (readonly string[])[],
  look: { readonly head?: string; readonly rightFrom: number },
): Table {
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    columnWidths: widths.map((width) => width * 90),
    borders: noBorders,
    rows: rows.map(
      (row, index) =>
        new TableRow({
          children: row.map((text, column) =>
            cell(
              [
                line(text, {
                  bold: index === 0 && look.head !== undefined,
                  align: column >= look.rightFrom ? AlignmentType.RIGHT : AlignmentType.LEFT,
                }),
              ],
              widths[column] ?? 20,
              index === 0 ? look.head : undefined,
            ),
          ),
        }),
    ),
  });
}

/** The library stamps the moment of making into the file, and so does its ZIP: here it is always the same moment. */
export async function pack(
  about: { readonly title: string; readonly author: string; readonly font: string },
  children: readonly (Paragraph | Table)[],
): Promise<Uint8Array> {
  const RealDate = globalThis.Date;
  const fixed = madeAt.getTime();
  globalThis.Date = class extends RealDate {
    constructor(...moment: [] | [number | string | Date]) {
      super(...((moment.length === 0 ? [fixed] : moment) as [number]));
    }
    static override now(): number {
      return fixed;
    }
  } as DateConstructor;
  try {
    const document = new Document({
      title: about.title,
      creator: about.author,
      lastModifiedBy: about.author,
      styles: { default: { document: { run: { font: about.font, size: 21 } } } },
      sections: [
        { properties: { page: { margin: { top: 1000, bottom: 1000, left: 1130, right: 1130 } } }, children: [...children] },
      ],
    });
    return new Uint8Array(await Packer.toBuffer(document));
  } finally {
    globalThis.Date = RealDate;
  }
}
