/** LibreOffice: it writes with lock files and temporary names, and saves over what it read. */
import { writeFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { sha256Of } from '../acceptance/outputs.ts';
import { itWith } from '../support/programs.ts';
import { namesIn, takesAll, type WatchedFolder, watchFolder } from './watched-folder.ts';

/** A macro is how a program that has no window edits: it opens a letter, adds to it, saves, and closes some time later. */
const macro = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">
Sub Edit(path As String, added As String)
  On Error GoTo Failed
  Dim hidden(0) As New com.sun.star.beans.PropertyValue
  hidden(0).Name = "Hidden"
  hidden(0).Value = True
  letter = StarDesktop.loadComponentFromURL(ConvertToURL(path), "_blank", 0, hidden())
  letter.Text.insertString(letter.Text.getEnd(), added, False)
  Wait 1000
  letter.store()
  letter.Text.insertString(letter.Text.getEnd(), added, False)
  Wait 1000
  letter.store()
  letter.close(True)
  Exit Sub
Failed:
  Open path &amp; ".error" For Output As #1
  Print #1, Error$
  Close #1
End Sub
</script:module>
`;

/** Two of them with one profile would be one program. */
function office({ run, from }: WatchedFolder, ...args: readonly string[]): Promise<void> {
  return run('soffice', `-env:UserInstallation=file://${from('profile')}`, '--headless', ...args);
}

describe('A document of LibreOffice', () => {
  itWith(
    'soffice',
    'that is converted into the folder, edited there and saved over is read when it is whole',
    async ({ onTestFinished }) => {
      const watched = await watchFolder(onTestFinished, { settings: takesAll });
      const { folder, intray, into, from, service, untilDelivered, expectAllWell } = watched;
      writeFileSync(from('letter.txt'), 'Rechnung 4711\nSumme 12,50');
      await office(watched, '--convert-to', 'docx', '--outdir', folder, from('letter.txt'));
      await untilDelivered('letter.docx');
      const converted = await sha256Of(into('letter.docx'));

      writeFileSync(from('profile/user/basic/Standard/Module1.xba'), macro);
      const editing = office(watched, `macro:///Standard.Module1.Edit("${into('letter.docx')}","Nachtrag")`);
      await intray.until('it is open', () => namesIn(folder).includes('.~lock.letter.docx#'));
      await editing;
      await untilDelivered('letter.docx');
      const edited = await sha256Of(into('letter.docx'));
      expect(edited).not.toBe(converted);
      // Between the two times that it was saved it stood still for longer than the settle time: it may have been sent then too.
      const between = [...service.uploads.keys()].filter((hash) => hash !== converted && hash !== edited);
      expect(between.length).toBeLessThanOrEqual(1);

      await office(watched, '--convert-to', 'pdf', '--outdir', folder, into('letter.docx'));
      await untilDelivered('letter.docx', 'letter.pdf');
      const printed = await sha256Of(into('letter.pdf'));
      writeFileSync(from('letter.txt'), 'Rechnung 4712\nSumme 99,00');
      await office(watched, '--convert-to', 'pdf', '--outdir', folder, from('letter.txt'));
      await untilDelivered('letter.docx', 'letter.pdf');
      await expectAllWell(['letter.docx', 'letter.pdf'], [converted, ...between, printed]);
    },
  );
});
