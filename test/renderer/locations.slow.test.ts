import { describe, expect } from 'vitest';
import { say } from '../../electron/core/messages/message.ts';
import { missingBrowser } from '../support/chromium.ts';
import { itUnlessMissing } from '../support/programs.ts';
import { axeFindings } from './support/axe.ts';
import { FakeHost } from './support/fake-host.ts';
import { openWindow } from './support/open-window.ts';

/** A host that answers `status` only when told to. */
class SlowHost extends FakeHost {
  tell: () => void = () => {};
  readonly #told = new Promise<void>((resolve) => {
    this.tell = resolve;
  });

  override async answer(name: unknown, input: unknown): Promise<unknown> {
    if (name === 'status') await this.#told;
    return super.answer(name, input);
  }
}

describe('The screens of the window', () => {
  itUnlessMissing(missingBrowser, 'wait for the first status without a list, a first run or a blank page', async () => {
    const host = new SlowHost({ firstRun: true });
    const { page } = await openWindow(host);
    await page.getByText('Intray is starting…').waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(host.asked.filter(({ name }) => name === 'documents')).toEqual([]);
    host.tell();
    await page.getByRole('heading', { name: 'Welcome to Intray' }).waitFor();
    await expect.poll(() => page.getByText('Intray is starting…').count()).toBe(0);
  });

  itUnlessMissing(missingBrowser, 'all have their title at the same position', async () => {
    const { page } = await openWindow(new FakeHost());
    const positions = new Set<string>();
    for (const screen of ['Documents', 'Review', 'Folders', 'Settings']) {
      await page
        .getByRole('navigation')
        .getByRole('link', { name: new RegExp(`^${screen}`) })
        .click();
      const title = page.getByRole('heading', { level: 1, name: screen });
      await title.waitFor();
      // Wait for what is beside the title, too.
      await page.locator('main :is(button, summary)').first().waitFor();
      const box = await title.boundingBox();
      positions.add(`${box?.x} ${Math.round(box?.y ?? 0)}`);
    }
    expect([...positions]).toHaveLength(1);
  });

  for (const [language, once] of [
    ['en-GB', /The service could not process it: The service gave no reason\. You can send it again\./],
    ['de-DE', /Der Dienst konnte das Dokument nicht verarbeiten: Der Dienst nannte keinen Grund\. Sie können es erneut senden\./],
  ] as const) {
    itUnlessMissing(missingBrowser, `say only once that the service gave no reason for a failure (${language})`, async () => {
      const host = new FakeHost();
      const failed = host.first('failed');
      failed.state = { kind: 'failed', by: 'service', message: say('explain.noReason') };
      const { page } = await openWindow(host, { hash: `#/queue/${failed.id}`, language });
      await page.getByText(once).waitFor();
      expect(await axeFindings(page)).toEqual([]);
    });
  }
});
