/**
 * `npm run icons`: draws the icons of `resources/icons` from the shapes below. The program's own icon is a tray with a page
 * in it; the tray icon has five states that are told apart by shape, each for light bars, dark bars and as a template
 * image of macOS (black, its opacity counts), at 16 and 32 pixels.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { type TrayState, trayStates } from '../../electron/core/contract/tray-state.ts';

const directory = join(import.meta.dirname, '..', '..', 'resources', 'icons');

const inks = { light: '#1c2024', dark: '#ffffff', Template: '#000000' } as const;

/** The tray itself, seen from the front, on a grid of 16. */
const tray =
  'M1.75 8.75 V12.25 A1.5 1.5 0 0 0 3.25 13.75 H12.75 A1.5 1.5 0 0 0 14.25 12.25 V8.75 H10.75 L9.75 10.5 H6.25 L5.25 8.75 Z';

/** What is over the tray: a page's edge, an arrow into it, an exclamation mark, two bars, a cross. */
const signs: Readonly<Record<TrayState, string>> = {
  idle: '<path d="M3.9 6 H12.1"/>',
  working: '<path d="M8 1.25 V6.75 M5.5 4.5 L8 7 L10.5 4.5"/>',
  attention: '<path d="M8 1.1 V4.4" stroke-width="2"/><circle cx="8" cy="6.9" r="1.1" fill="INK" stroke="none"/>',
  paused: '<path d="M6.1 1.5 V6.5 M9.9 1.5 V6.5" stroke-width="1.9"/>',
  stopped: '<path d="M5.4 1.6 L10.6 6.6 M10.6 1.6 L5.4 6.6" stroke-width="1.7"/>',
};

function traySvg(state: TrayState, ink: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><g fill="none" stroke="${ink}" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round"><path d="${tray}"/>${signs[state].replaceAll('INK', ink)}</g></svg>`;
}

const programSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" role="img">
  <title>Intray</title>
  <defs>
    <linearGradient id="ground" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#2f6f6a"/><stop offset="1" stop-color="#1d4a4d"/></linearGradient>
  </defs>
  <rect x="24" y="24" width="464" height="464" rx="104" fill="url(#ground)"/>
  <path d="M164 96 H300 L356 152 V300 H164 Z" fill="#fdfaf3"/>
  <path d="M300 96 V152 H356 Z" fill="#d9d2c0"/>
  <g stroke="#9db5b2" stroke-width="14" stroke-linecap="round"><path d="M196 178 H284"/><path d="M196 218 H324"/><path d="M196 258 H324"/></g>
  <path d="M92 272 H188 L216 320 H296 L324 272 H420 V372 A36 36 0 0 1 384 408 H128 A36 36 0 0 1 92 372 Z" fill="#f2b84b"/>
  <path d="M92 272 H188 L216 320 H296 L324 272 H420 V300 H340 L312 348 H200 L172 300 H92 Z" fill="#e09f2d"/>
</svg>`;

async function png(svg: string, size: number): Promise<Buffer> {
  const sized = svg.replace('<svg ', `<svg width="${size}" height="${size}" `);
  const canvas = createCanvas(size, size);
  canvas.getContext('2d').drawImage(await loadImage(Buffer.from(sized)), 0, 0, size, size);
  return canvas.encode('png');
}

async function drawAll(): Promise<void> {
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'icon.svg'), `${programSvg}\n`);
  await writeFile(join(directory, 'icon.png'), await png(programSvg, 1024));
  for (const state of trayStates) {
    for (const [bar, ink] of Object.entries(inks)) {
      const svg = traySvg(state, ink);
      const name = bar === 'Template' ? `tray-${state}Template` : `tray-${state}-${bar}`;
      await writeFile(join(directory, `${name}.png`), await png(svg, 16));
      await writeFile(join(directory, `${name}@2x.png`), await png(svg, 32));
    }
  }
}

if (import.meta.main) await drawAll();
