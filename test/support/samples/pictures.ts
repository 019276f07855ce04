import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { dice } from './dice.ts';

const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts');
GlobalFonts.registerFromPath(join(fonts, 'LiberationSans-Regular.ttf'), 'Sample');
GlobalFonts.registerFromPath(join(fonts, 'LiberationSans-Bold.ttf'), 'Sample Bold');
GlobalFonts.registerFromPath(join(fonts, 'FoxitFixed.pfb'), 'Sample Till');
GlobalFonts.registerFromPath(join(fonts, 'FoxitFixedBold.pfb'), 'Sample Till Bold');

export type Face = 'Sample' | 'Sample Bold' | 'Sample Till' | 'Sample Till Bold';

export interface PictureLine {
  readonly left?: string;
  readonly right?: string;
  readonly center?: string;
  readonly size?: number;
  readonly bold?: boolean;
  /** Draws a dashed rule instead of text. */
  readonly rule?: boolean;
  /** Space above, in pixels. */
  readonly above?: number;
}

/** In pixels. */
export function heightOf(lines: readonly PictureLine[]): number {
  return lines.reduce((sum, line) => sum + (line.above ?? 0) + (line.size ?? 22) * 1.32, 0);
}

/** A till receipt's lines on `context`, from `top` down. @returns where it ends */
export function drawTillLines(
  context: SKRSContext2D,
  lines: readonly PictureLine[],
  left: number,
  width: number,
  top: number,
  ink: string,
): number {
  let y = top;
  context.fillStyle = ink;
  context.strokeStyle = ink;
  for (const line of lines) {
    const size = line.size ?? 22;
    y += (line.above ?? 0) + size * 1.32;
    context.font = `${size}px "${line.bold ? 'Sample Till Bold' : 'Sample Till'}"`;
    if (line.rule) {
      context.setLineDash([7, 6]);
      context.lineWidth = 1.5;
      context.beginPath();
      context.moveTo(left, y - size * 0.4);
      context.lineTo(left + width, y - size * 0.4);
      context.stroke();
      context.setLineDash([]);
    }
    for (const [text, align, x] of [
      [line.left, 'left', left],
      [line.center, 'center', left + width / 2],
      [line.right, 'right', left + width],
    ] as const) {
      if (text === undefined) continue;
      context.textAlign = align;
      context.fillText(text, x, y);
    }
  }
  return y;
}

export interface Shot {
  readonly width: number;
  readonly height: number;
  readonly seed: number;
  /** Paper's size on the picture and its turn, in degrees. */
  readonly paper: { readonly width: number; readonly height: number; readonly turn: number; readonly color: string };
  /** What the paper lies on; for a scan, the lid's white. */
  readonly table: string;
  /** 0..1, the strength of the grain. */
  readonly grain: number;
  /** A shadow and light from one side, as a photograph has them. */
  readonly light: boolean;
  /** Draws the paper's print; the origin is the paper's upper left corner. */
  print(context: SKRSContext2D): void;
}

/** A picture of a paper as a telephone or a flat-bed scanner takes it. */
export function shoot(shot: Shot): Canvas {
  const canvas = createCanvas(shot.width, shot.height);
  const context = canvas.getContext('2d');
  const random = dice(shot.seed);
  context.fillStyle = shot.table;
  context.fillRect(0, 0, shot.width, shot.height);
  if (shot.light) {
    // The grain of a wooden table.
    for (let index = 0; index < 60; index += 1) {
      context.strokeStyle = `rgba(40, 22, 8, ${0.04 + random() * 0.08})`;
      context.lineWidth = 1 + random() * 4;
      const y = random() * shot.height;
      context.beginPath();
      context.moveTo(0, y);
      context.bezierCurveTo(
        shot.width / 3,
        y + random() * 30 - 15,
        (shot.width * 2) / 3,
        y + random() * 30 - 15,
        shot.width,
        y + random() * 20 - 10,
      );
      context.stroke();
    }
  }
  context.save();
  context.translate(shot.width / 2, shot.height / 2);
  context.rotate((shot.paper.turn * Math.PI) / 180);
  context.translate(-shot.paper.width / 2, -shot.paper.height / 2);
  if (shot.light) {
    context.shadowColor = 'rgba(0, 0, 0, 0.45)';
    context.shadowBlur = 28;
    context.shadowOffsetX = 10;
    context.shadowOffsetY = 14;
  }
  context.fillStyle = shot.paper.color;
  context.fillRect(0, 0, shot.paper.width, shot.paper.height);
  context.shadowColor = 'transparent';
  shot.print(context);
  if (shot.light) {
    // A fold across the paper.
    const fold = context.createLinearGradient(0, shot.paper.height * 0.52, 0, shot.paper.height * 0.56);
    fold.addColorStop(0, 'rgba(0, 0, 0, 0)');
    fold.addColorStop(0.5, 'rgba(0, 0, 0, 0.10)');
    fold.addColorStop(0.55, 'rgba(255, 255, 255, 0.25)');
    fold.addColorStop(1, 'rgba(255, 255, 255, 0)');
    context.fillStyle = fold;
    context.fillRect(0, shot.paper.height * 0.52, shot.paper.width, shot.paper.height * 0.04);
  }
  context.restore();
  if (shot.light) {
    const light = context.createLinearGradient(0, 0, shot.width, shot.height);
    light.addColorStop(0, 'rgba(255, 244, 220, 0.16)');
    light.addColorStop(1, 'rgba(20, 14, 30, 0.26)');
    context.fillStyle = light;
    context.fillRect(0, 0, shot.width, shot.height);
  }
  addGrain(context, shot, random);
  return canvas;
}

/** Coarse grain: a few levels only, so that a PNG of it stays small. */
function addGrain(context: SKRSContext2D, shot: Shot, random: () => number): void {
  const image = context.getImageData(0, 0, shot.width, shot.height);
  for (let index = 0; index < image.data.length; index += 4) {
    const speck = random() < shot.grain ? (random() < 0.5 ? -12 : 8) : 0;
    for (let channel = 0; channel < 3; channel += 1) {
      const value = (image.data[index + channel] ?? 0) + speck;
      image.data[index + channel] = shot.light ? value : Math.round(value / 12) * 12;
    }
  }
  context.putImageData(image, 0, 0);
}
