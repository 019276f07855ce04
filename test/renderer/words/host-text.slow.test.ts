import { afterAll, beforeAll, describe, expect } from 'vitest';
import { foreign } from '../../../electron/core/messages/message.ts';
import { missingBrowser } from '../../support/chromium.ts';
import { itUnlessMissing } from '../../support/programs.ts';
import { axeFindings } from '../support/axe.ts';
import { FakeHost } from '../support/fake-host.ts';
import { startBrowser } from '../support/open-window.ts';

describe('What the host says, in a German window', () => {
  let browser: Awaited<ReturnType<typeof startBrowser>>;

  beforeAll(async () => {
    if (missingBrowser === undefined) browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  itUnlessMissing(
    missingBrowser,
    'is German in the status line, in warnings, in a row and in the answers to what is asked',
    async () => {
      const host = new FakeHost();
      const rejected = host.documents.find(({ state }) => state === 'rejected');
      if (rejected === undefined) throw new Error('There is no such document.');
      rejected.message = 'It is empty. Scan it again, or remove it.';
      host.line = {
        kind: 'offline',
        message: foreign('The service cannot be reached: no answer within 20 s.'),
        since: host.now,
        until: host.now + 60_000,
      };
      host.warnings = ['The backup of 2026-05-04T13:02:07Z was taken up. The disk said: EIO.'];
      host.refuse.set('pause', 'Intray is still starting; try again in a moment.');
      const { page, complaints } = await browser.open(host, { language: 'de-DE', hash: `#/queue/${rejected.id}` });
      await page.getByText('Der Dienst ist nicht erreichbar: keine Antwort innerhalb von 20 s.').first().waitFor();
      await page.getByText('Die Sicherung von 2026-05-04T13:02:07Z wurde übernommen.').first().waitFor();
      expect(await page.locator('[lang="en"]').filter({ hasText: 'The disk said: EIO.' }).count()).toBe(1);
      await page.getByText('Die Datei ist leer. Scannen Sie das Dokument neu, oder entfernen Sie sie.').first().waitFor();
      await page.getByRole('button', { name: 'Anhalten' }).first().click();
      await page.getByText('Intray startet noch; versuchen Sie es gleich noch einmal.').first().waitFor();
      expect(await axeFindings(page)).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );

  itUnlessMissing(missingBrowser, 'is English, as it came, in an English one', async () => {
    const host = new FakeHost();
    host.warnings = ['The backup of 2026-05-04T13:02:07Z was taken up.'];
    const { page } = await browser.open(host);
    await page.getByText('The backup of 2026-05-04T13:02:07Z was taken up.').first().waitFor();
  });
});
