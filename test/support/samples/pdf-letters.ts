import type { Sample } from './sample.ts';
import { color, footer, grey, makePdf } from './sheet.ts';

/** German payment reminder: every value in running text. */
function reminder(): Sample {
  const brand = color('#1f5fa8');
  return {
    fileName: 'Zahlungserinnerung Stadtwerke.pdf',
    kind: 'letter',
    expected: {
      values: {
        vendor_name: 'Stadtwerke Lindenau GmbH',
        invoice_number: 'SW-558120',
        invoice_date: '30. Januar 2026',
        tax_amount: '28,74',
        total_amount: '180,00',
        currency: 'EUR',
      },
    },
    make: () =>
      makePdf({ title: 'Zahlungserinnerung', author: 'Stadtwerke Lindenau GmbH' }, (newSheet) => {
        const sheet = newSheet();
        sheet.circle(500, 62, 22, brand).circle(522, 70, 14, color('#7fb0e0')).circle(486, 78, 10, color('#f2b84b'));
        sheet.text('Stadtwerke Lindenau GmbH', 56, 66, { size: 16, bold: true, color: brand });
        sheet.text('Strom · Gas · Wasser · Wärme', 56, 82, { size: 9, color: grey });
        sheet.text('Stadtwerke Lindenau GmbH · Am Gaswerk 2 · 04177 Leipzig', 56, 134, { size: 7, color: grey });
        sheet.lines(['Herrn', 'Tobias Reuter', 'Demmeringstraße 77', '04177 Leipzig'], 56, 152, { size: 10.5 });
        sheet.text('Leipzig, 10. März 2026', 539, 226, { align: 'right' });
        sheet.text('Zahlungserinnerung', 56, 264, { size: 13, bold: true });
        const style = { size: 10.5, leading: 16 };
        let y = sheet.paragraph('Sehr geehrter Herr Reuter,', 56, 296, 470, style);
        y = sheet.paragraph(
          'sicher ist es Ihrer Aufmerksamkeit entgangen: Unsere Rechnung Nr. SW-558120 vom 30. Januar 2026 über 180,00 EUR (darin enthaltene Umsatzsteuer: 28,74 EUR) ist bis heute nicht bei uns eingegangen.',
          56,
          y + 8,
          470,
          style,
        );
        y = sheet.paragraph(
          'Bitte überweisen Sie den Betrag bis zum 24. März 2026 auf das unten genannte Konto. Sollten Sie inzwischen gezahlt haben, betrachten Sie dieses Schreiben bitte als gegenstandslos.',
          56,
          y + 8,
          470,
          style,
        );
        y = sheet.paragraph(
          'Haben Sie Fragen? Wir sind montags bis freitags von 8 bis 17 Uhr für Sie da.',
          56,
          y + 8,
          470,
          style,
        );
        y = sheet.paragraph('Mit freundlichen Grüßen', 56, y + 20, 470, style);
        sheet.text('Ihre Stadtwerke Lindenau', 56, y + 30, { size: 10.5, italic: true });
        footer(
          sheet,
          ['Stadtwerke Lindenau GmbH', 'Geschäftsführung: Dr. Ines Harms'],
          ['IBAN DE02 1203 0000 0000 2020 51', 'service@stadtwerke-lindenau.example'],
        );
      }),
  };
}

/** Spanish insurer's letter: insurance bears no VAT, so there is no tax to find. */
function insurer(): Sample {
  const brand = color('#006d77');
  return {
    fileName: 'Carta Seguros Miramar.pdf',
    kind: 'letter',
    expected: {
      values: {
        vendor_name: 'Seguros Miramar S.A.',
        invoice_number: '2026-77102',
        invoice_date: '2 de marzo de 2026',
        tax_amount: null,
        total_amount: '1.312,40',
        currency: 'EUR',
      },
    },
    make: () =>
      makePdf({ title: 'Renovación de su póliza', author: 'Seguros Miramar S.A.', family: 'serif' }, (newSheet) => {
        const sheet = newSheet();
        sheet.box(56, 46, 483, 3, brand);
        sheet.text('Seguros Miramar S.A.', 56, 78, { size: 18, bold: true, color: brand });
        sheet.text('Paseo Marítimo, 90 · 29016 Málaga', 56, 94, { size: 9.5, color: grey });
        sheet.lines(['Dña. Carmen Ortega Ruiz', 'Calle Larios, 7, 3.º B', '29005 Málaga'], 340, 140, { size: 11 });
        sheet.text('Málaga, 6 de marzo de 2026', 56, 214, { size: 11 });
        sheet.text('Asunto: Renovación de su póliza de hogar 60-334-118', 56, 250, { size: 12, bold: true });
        const style = { size: 11.5, leading: 17 };
        let y = sheet.paragraph('Estimada señora Ortega:', 56, 286, 480, style);
        y = sheet.paragraph(
          'Le informamos de que su póliza de hogar se renovará el próximo 1 de abril por un año más. Adjuntamos la factura n.º 2026-77102 del 2 de marzo de 2026 por un importe total de 1.312,40 EUR, que cargaremos en su cuenta habitual.',
          56,
          y + 8,
          480,
          style,
        );
        y = sheet.paragraph(
          'Si desea modificar las coberturas o el medio de pago, su agente le atenderá con mucho gusto en cualquiera de nuestras oficinas.',
          56,
          y + 8,
          480,
          style,
        );
        y = sheet.paragraph('Agradecemos su confianza. Reciba un cordial saludo,', 56, y + 8, 480, style);
        sheet.lines(['Elena Prieto', 'Atención al cliente'], 56, y + 30, { size: 11.5, italic: true });
        footer(sheet, ['Seguros Miramar S.A. · NIF A-29001122'], ['www.segurosmiramar.example']);
      }),
  };
}

export const pdfLetters: readonly Sample[] = [reminder(), insurer()];
