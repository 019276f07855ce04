import { describe, expect } from 'vitest';
import { foreign, say } from '../../electron/core/messages/message.ts';
import { missingBrowser } from '../support/chromium.ts';
import { itUnlessMissing } from '../support/programs.ts';
import { axeFindings } from './support/axe.ts';
import { FakeHost } from './support/fake-host.ts';
import { openWindow } from './support/open-window.ts';

describe('The language of the window', () => {
  for (const { language, unreachable, reason, pause, notStarted } of [
    {
      language: 'de-AT',
      unreachable: 'Der Dienst ist nicht erreichbar: Intray hat die Verbindung geschlossen.',
      reason: 'Der Dienst nannte keinen Grund.',
      pause: 'Pausieren',
      notStarted: 'Der Ordner ist pausiert; Neues wird erst übernommen, wenn Sie ihn fortsetzen.',
    },
    {
      language: 'fr-CA',
      unreachable: 'Le service est injoignable\u00a0: Intray a fermé la connexion.',
      reason: 'Le service n’a donné aucune raison.',
      pause: 'Mettre en pause',
      notStarted: 'Son dossier est en pause\u00a0; rien de nouveau n’est pris en charge avant sa reprise.',
    },
  ]) {
    itUnlessMissing(missingBrowser, `is the system's in all that the host says, too (${language})`, async () => {
      const host = new FakeHost();
      const failed = host.first('failed');
      failed.state = { kind: 'failed', by: 'service', message: say('explain.noReason') };
      const message = say('service.failure.unreachable', { problem: say('service.problem.closedHere') });
      host.line = { kind: 'offline', message, since: host.now, until: host.now + 60_000 };
      host.warnings = [foreign('Something from elsewhere.')];
      host.refuse.set('setPaused', say('explain.folderResting'));
      const { page, complaints } = await openWindow(host, { language, hash: `#/queue/${failed.id}` });
      await page.getByText(unreachable).first().waitFor();
      await page.getByText(reason).first().waitFor();
      await page.getByText('Something from elsewhere.').first().waitFor();
      await page.getByRole('button', { name: pause }).first().click();
      await page.getByText(notStarted).first().waitFor();
      expect(await page.locator('html').getAttribute('lang')).toBe(language.slice(0, 2));
      expect(await axeFindings(page)).toEqual([]);
      expect(complaints).toEqual([]);
    });
  }
});
