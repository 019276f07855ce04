import type { PDFFont, PDFPage, RGB } from 'pdf-lib';
import { PDFDocument, rgb, StandardFonts } from 'pdf-lib';

/** When every sample was made: the same bytes each time. */
export const madeAt = new Date('2026-03-16T09:00:00Z');

export interface Fonts {
  readonly plain: PDFFont;
  readonly bold: PDFFont;
  readonly italic: PDFFont;
}

export interface TextStyle {
  readonly size?: number;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly color?: RGB;
  /** Where `x` is in the text. */
  readonly align?: 'left' | 'right' | 'center';
}

export interface Column {
  readonly title: string;
  readonly x: number;
  readonly align?: 'left' | 'right';
}

const families = {
  sans: [StandardFonts.Helvetica, StandardFonts.HelveticaBold, StandardFonts.HelveticaOblique],
  serif: [StandardFonts.TimesRoman, StandardFonts.TimesRomanBold, StandardFonts.TimesRomanItalic],
  typewriter: [StandardFonts.Courier, StandardFonts.CourierBold, StandardFonts.CourierOblique],
} as const;

export const ink = color('#20242b');
export const grey = color('#6d747f');

/** @param hex as `#rrggbb` */
export function color(hex: string): RGB {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255);
  return rgb(red, green, blue);
}

/** A page to draw on; all measures in points, `y` from the top edge to the baseline. */
export class Sheet {
  readonly page: PDFPage;
  readonly fonts: Fonts;

  constructor(page: PDFPage, fonts: Fonts) {
    this.page = page;
    this.fonts = fonts;
  }

  get width(): number {
    return this.page.getWidth();
  }

  text(content: string, x: number, y: number, style: TextStyle = {}): this {
    const font = style.bold ? this.fonts.bold : style.italic ? this.fonts.italic : this.fonts.plain;
    const size = style.size ?? 10;
    const width = font.widthOfTextAtSize(content, size);
    const left = style.align === 'right' ? x - width : style.align === 'center' ? x - width / 2 : x;
    this.page.drawText(content, { x: left, y: this.page.getHeight() - y, size, font, color: style.color ?? ink });
    return this;
  }

  /** Lines below each other. @returns the baseline after the last */
  lines(contents: readonly string[], x: number, y: number, style: TextStyle & { readonly leading?: number } = {}): number {
    const leading = style.leading ?? (style.size ?? 10) * 1.4;
    contents.forEach((content, index) => {
      this.text(content, x, y + index * leading, style);
    });
    return y + contents.length * leading;
  }

  /** A paragraph, broken at `width`. @returns the baseline after the last line */
  paragraph(content: string, x: number, y: number, width: number, style: TextStyle & { readonly leading?: number } = {}): number {
    const font = style.bold ? this.fonts.bold : this.fonts.plain;
    const lines: string[] = [];
    for (const word of content.split(' ')) {
      const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
      if (lines.length > 0 && font.widthOfTextAtSize(longer, style.size ?? 10) <= width) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return this.lines(lines, x, y, style);
  }

  rule(x1: number, x2: number, y: number, thickness = 0.6, stroke: RGB = grey): this {
    const from = this.page.getHeight() - y;
    this.page.drawLine({ start: { x: x1, y: from }, end: { x: x2, y: from }, thickness, color: stroke });
    return this;
  }

  /** `y` is the upper edge. */
  box(x: number, y: number, width: number, height: number, fill: RGB | undefined, border?: RGB): this {
    this.page.drawRectangle({
      x,
      y: this.page.getHeight() - y - height,
      width,
      height,
      ...(fill ? { color: fill } : {}),
      ...(border ? { borderColor: border, borderWidth: 0.7 } : {}),
    });
    return this;
  }

  circle(x: number, y: number, radius: number, fill: RGB): this {
    this.page.drawCircle({ x, y: this.page.getHeight() - y, size: radius, color: fill });
    return this;
  }

  /** Titles over a shaded bar, then rows with thin rules. @returns the baseline after the last row */
  table(
    columns: readonly Column[],
    rows: readonly (readonly string[])[],
    y: number,
    look: {
      readonly left: number;
      readonly right: number;
      readonly head: RGB;
      readonly headText?: RGB;
      readonly size?: number;
      readonly rowHeight?: number;
    },
  ): number {
    const size = look.size ?? 9.5;
    const height = look.rowHeight ?? 20;
    this.box(look.left, y - 13, look.right - look.left, 19, look.head);
    for (const column of columns) {
      this.text(column.title, column.x, y, {
        size: size - 0.5,
        bold: true,
        align: column.align ?? 'left',
        color: look.headText ?? ink,
      });
    }
    rows.forEach((row, index) => {
      const baseline = y + (index + 1) * height + 2;
      row.forEach((cell, position) => {
        const column = columns[position];
        if (column) this.text(cell, column.x, baseline, { size, align: column.align ?? 'left' });
      });
      this.rule(look.left, look.right, baseline + 7, 0.4, color('#d5d9df'));
    });
    return y + (rows.length + 1) * height + 2;
  }
}

export type Family = keyof typeof families;

/** A PDF of our own: A4 unless `size` says otherwise. `draw` gets a way to add pages. */
export async function makePdf(
  about: { readonly title: string; readonly author: string; readonly family?: Family; readonly size?: readonly [number, number] },
  draw: (newSheet: () => Sheet, document: PDFDocument) => void | Promise<void>,
): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle(about.title);
  document.setAuthor(about.author);
  document.setCreator('Intray sample documents');
  document.setProducer('pdf-lib');
  document.setCreationDate(madeAt);
  document.setModificationDate(madeAt);
  const [plain, bold, italic] = families[about.family ?? 'sans'];
  const fonts: Fonts = {
    plain: await document.embedFont(plain),
    bold: await document.embedFont(bold),
    italic: await document.embedFont(italic),
  };
  const [width, height] = about.size ?? [595.28, 841.89];
  await draw(() => new Sheet(document.addPage([width, height]), fonts), document);
  return document.save();
}

/** Small print at the foot of an A4 page, in two columns. */
export function footer(sheet: Sheet, left: readonly string[], right: readonly string[]): void {
  sheet.rule(56, 539, 776, 0.5);
  sheet.lines(left, 56, 790, { size: 7.5, color: grey, leading: 10 });
  sheet.lines(right, 330, 790, { size: 7.5, color: grey, leading: 10 });
}
