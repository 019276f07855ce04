import { describe, expect, it } from 'vitest';
import { findFields } from '../../../electron/sandbox/reading/fields.ts';
import { field } from './field.ts';
import { typed } from './typed.ts';

describe('findFields with fields of all kinds finds the requested values, in', () => {
  it('a plain invoice, with the currency only if the example has one', () => {
    const lines = typed(`
ACME Corp
Invoice Number: INV-001
Date: 2026-01-05
Reference: ABC-1
Total: 100.00 EUR
`);
    expect(
      findFields(lines, [
        field('invoice_number', 'The invoice number', 'INV-1'),
        field('date', 'The invoice date', '2026-01-01'),
        field('total', 'The total amount', '100.00'),
        field('vendor', 'The vendor', 'ACME'),
        field('reference'),
        field('amount', 'Amount to pay', '€12.00'),
      ]),
    ).toEqual({
      invoice_number: 'INV-001',
      date: '2026-01-05',
      total: '100.00',
      vendor: 'ACME Corp',
      reference: 'ABC-1',
      amount: '100.00 EUR',
    });
  });

  it('labels each above its value', () => {
    const lines = typed(`
Invoice number
INV-88
Invoice date
1 May 2026
Supplier
Blue Ocean Foods
Project
Harbour kitchen
Payment method
Bank transfer
Total amount
USD 88.10
`);
    expect(
      findFields(lines, [
        field('invoice_number'),
        field('invoice_date'),
        field('supplier'),
        field('total_amount'),
        field('payment_method', '', 'Card'),
        field('project_name', 'Project', 'X'),
      ]),
    ).toEqual({
      invoice_number: 'INV-88',
      invoice_date: '1 May 2026',
      supplier: 'Blue Ocean Foods',
      total_amount: '88.10',
      payment_method: 'Bank transfer',
      project_name: 'Harbour kitchen',
    });
  });

  it('a shop receipt; a VAT number is not VAT', () => {
    const lines = typed(`
CORNER SHOP
22 Station Road, Hull HU1 2AB
12/05/2026 14:22
Milk          1.20
Bread         1.80
TOTAL         3.00
CASH          5.00
CHANGE        2.00
VAT NO 123 4567 89
`);
    expect(
      findFields(lines, [
        field('merchant', 'Name of the shop', 'Tesco'),
        field('date', 'Date of purchase', '01/01/2024'),
        field('total', 'Total paid', '12.00'),
        field('payment_method', 'How it was paid', 'Card'),
        field('vat', 'VAT', '1.00'),
        field('time', 'Time of purchase', '12:30'),
      ]),
    ).toEqual({ merchant: 'CORNER SHOP', date: '12/05/2026', total: '3.00' });
  });

  it('a time sheet', () => {
    const lines = typed(`
Timesheet
Employee: Mira Sand
Calendar week: 18
Hours worked: 38,5
Overtime   1,5
`);
    expect(
      findFields(lines, [
        field('employee', 'Name of employee', 'Jo'),
        field('hours_worked', 'Hours worked', '40'),
        field('week', 'Calendar week', '12'),
        field('overtime', '', '2,5'),
      ]),
    ).toEqual({ employee: 'Mira Sand', hours_worked: '38,5', week: '18', overtime: '1,5' });
  });

  it('a Spanish letter', () => {
    const lines = typed(`
Energía Norte S.A.
Bilbao, 3 de febrero de 2026
Estimado cliente:
Le comunicamos que su contrato n.º C-9921 se renovará. El importe total es de 240,50 €.
`);
    expect(
      findFields(lines, [
        field('cliente', 'Nombre del cliente', 'Juan'),
        field('numero_contrato', 'Número de contrato', 'C-1'),
        field('fecha', 'Fecha', '1 de enero de 2024'),
        field('importe', 'Importe total', '100,00'),
      ]),
    ).toEqual({ numero_contrato: 'C-9921', fecha: '3 de febrero de 2026', importe: '240,50' });
  });

  it('a newsletter about orders and totals: nothing', () => {
    const lines = typed(`
Newsletter March 2026
Dear readers, in 2026 we planted 1,200 trees and walked 45 km.
Order your tickets by phone: 030 5550123. The total was never counted.
Customer service is open from 9 to 5. Invoice questions? Call us.
`);
    expect(
      findFields(lines, [
        field('invoice_number', 'Invoice number', 'INV-1'),
        field('total', 'Total', '1.00'),
        field('due_date', 'Due date', '2026-01-01'),
        field('vat', 'VAT', '1.00'),
        field('customer_number', 'Customer number', '1'),
        field('order_number', 'Order number', '1'),
        field('iban', 'IBAN', 'DE..'),
        field('currency', 'Currency', 'EUR'),
      ]),
    ).toEqual({});
  });

  it('a row of sums', () => {
    const lines = typed(`
Rechnung 2026-9
Netto        MwSt-Satz    MwSt-Betrag    Brutto
100,00 €     19 %         19,00 €        119,00 €
`);
    expect(
      findFields(lines, [
        field('net', 'Net', '1'),
        field('vat', 'VAT', '1'),
        field('gross', 'Gross', '1'),
        field('vat_rate', 'VAT rate', '19%'),
        field('invoice_no', '', ''),
      ]),
    ).toEqual({ net: '100,00', vat: '19,00', gross: '119,00', vat_rate: '19 %', invoice_no: '2026-9' });
  });

  it('capitals', () => {
    const lines = typed(`
INVOICE NO.  A-771      INVOICE DATE  3/4/2026
BILL TO
JOE'S DINER
AMOUNT DUE   $45.10
`);
    expect(
      findFields(lines, [
        field('INVOICE NO', '', 'A-1'),
        field('Invoice Date', '', '1/1/2024'),
        field('Amount Due', '', '$1.00'),
        field('Bill To', '', 'Joe'),
      ]),
    ).toEqual({ 'INVOICE NO': 'A-771', 'Invoice Date': '3/4/2026', 'Amount Due': '$45.10', 'Bill To': "JOE'S DINER" });
  });

  it('a Dutch letter', () => {
    const lines = typed(`
Geachte heer Smit,
Uw polisnummer is P-77812. De premie bedraagt € 23,40 per maand.
Ingangsdatum: 1 maart 2026
`);
    expect(
      findFields(lines, [
        field('polisnummer', 'Nummer van de polis', 'P-1'),
        field('premie', 'Premie per maand', '10,00'),
        field('ingangsdatum', 'Ingangsdatum', '1 januari 2024'),
      ]),
    ).toEqual({ polisnummer: 'P-77812', premie: '23,40', ingangsdatum: '1 maart 2026' });
  });
});
