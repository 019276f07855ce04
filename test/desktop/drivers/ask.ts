import type { Answer, RequestInput, RequestName, RequestOutput } from '../../../electron/core/contract/contract.ts';
import type { Desktop } from './driver.ts';

/** As the window asks, from within its page. */
export async function ask<Name extends RequestName>(
  desktop: Desktop,
  name: Name,
  input: RequestInput<Name> = {} as RequestInput<Name>,
): Promise<RequestOutput<Name>> {
  const page = await desktop.page();
  const answer: Answer<Name> = await page.evaluate(([request, value]) => Reflect.get(window, 'intray').request(request, value), [
    name,
    input,
  ] as const);
  if (!answer.ok) throw new Error(`${name}: ${answer.error.message}`);
  return answer.value;
}
