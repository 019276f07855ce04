import type { Desktop } from './driver.ts';

/** As the window asks, from within its page. */
export async function ask(desktop: Desktop, name: string, input: object = {}): Promise<unknown> {
  const page = await desktop.page();
  const answer = await page.evaluate(([request, value]) => Reflect.get(window, 'intray').request(request, value), [
    name,
    input,
  ] as const);
  if (!answer.ok) throw new Error(`${name}: ${answer.error.message}`);
  return answer.value;
}
