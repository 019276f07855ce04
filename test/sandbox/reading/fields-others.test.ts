import { describe, expect, it } from 'vitest';
import { findFields } from '../../../electron/sandbox/reading/fields.ts';
import { field } from './field.ts';
import { typed } from './typed.ts';

describe('findFields with any fields finds the requested values, in', () => {
  it('fields with identifiers as names, or named only by their description', () => {
    const lines = typed(`
Nordwind GmbH
Invoice number   NW-8812
Invoice date     2026-02-01
Delivery date    2026-01-28
Due date         2026-03-01
VAT ID           DE811122233
VAT 19%          19.00 EUR
Total            119.00 EUR
hello@nordwind.example
`);
    expect(
      findFields(lines, [
        field('invoiceNo', '', ''),
        field('dueDate', '', ''),
        field('grandTotal', '', ''),
        field('vatId', 'VAT id', 'DE123456789'),
        field('supplierEmail', '', ''),
        field('taxRate', 'VAT rate', '19%'),
        field('f1', 'Invoice date', '2024-01-01'),
        field('nr', 'Invoice number', 'A1'),
        field('date', 'Delivery date', '2024-02-01'),
      ]),
    ).toEqual({
      invoiceNo: 'NW-8812',
      dueDate: '2026-03-01',
      grandTotal: '119.00',
      vatId: 'DE811122233',
      supplierEmail: 'hello@nordwind.example',
      taxRate: '19%',
      f1: '2026-02-01',
      nr: 'NW-8812',
      date: '2026-01-28',
    });
  });

  it('a lease', () => {
    const lines = typed(`
Mietvertrag
Vertragsnummer: MV-2025-118
Vermieter: Hausverwaltung Krüger GmbH
Mieter: Sabine Feldmann
Beginn: 01.03.2026
Monthly rent: 1.050,00 EUR
Tenant: Sabine Feldmann
Landlord   Hausverwaltung Krüger GmbH
Deposit    3.150,00 EUR
`);
    expect(
      findFields(lines, [
        field('contract_number', 'Number of the contract', 'V-2024-11'),
        field('start_date', 'Start of contract', '01.01.2024'),
        field('monthly_rent', 'Monthly rent', '950,00'),
        field('tenant', 'Tenant', 'Max Muster'),
        field('landlord', 'Landlord', 'Erika'),
        field('deposit', 'Deposit', '1900'),
      ]),
    ).toEqual({
      contract_number: 'MV-2025-118',
      monthly_rent: '1.050,00',
      tenant: 'Sabine Feldmann',
      landlord: 'Hausverwaltung Krüger GmbH',
      deposit: '3.150,00',
      start_date: '01.03.2026',
    });
  });

  it('a delivery note with German keys', () => {
    const lines = typed(`
Großhandel Weber KG
Lieferschein
Lieferschein-Nr.   Kunden-Nr.    Lieferdatum     Spediteur
LS-2026-881        20771         17.02.2026      Kurier Blitz

Ihr Ansprechpartner: Herr Vogel
E-Mail: vogel@weber-kg.example
Pos  Artikel   Menge
1    Schrauben 500
`);
    expect(
      findFields(lines, [
        field('lieferdatum', 'Datum der Lieferung', '01.02.2024'),
        field('kundennummer', '', '12345'),
        field('lieferschein_nr', 'Nummer des Lieferscheins', 'LS-1'),
        field('iban', '', 'DE..'),
        field('spediteur', 'Name des Spediteurs', 'DHL'),
        field('gewicht', 'Gewicht in kg', '12,5 kg'),
        field('email', 'E-Mail-Adresse', ''),
        field('ansprechpartner', '', 'Frau Meier'),
      ]),
    ).toEqual({
      lieferdatum: '17.02.2026',
      kundennummer: '20771',
      lieferschein_nr: 'LS-2026-881',
      spediteur: 'Kurier Blitz',
      email: 'vogel@weber-kg.example',
      ansprechpartner: 'Herr Vogel',
    });
  });

  it('a visit to a clinic', () => {
    const lines = typed(`
City Clinic
Patient name: Ruth Adler
Date of birth: 12 May 1971
Policy no. POL-88172
Diagnosis: Acute bronchitis
Doctor    Dr. Samuel Hirsch
Visit date    2026-02-11
`);
    expect(
      findFields(lines, [
        field('patient_name', 'Name of the patient', 'Jane Doe'),
        field('date_of_birth', 'Date of birth', '1980-01-01'),
        field('policy_number', 'Insurance policy number', 'POL-1'),
        field('diagnosis', 'Diagnosis', 'Flu'),
        field('doctor', 'Treating doctor', 'Dr. Who'),
        field('visit_date', 'Date of visit', '2024-01-01'),
      ]),
    ).toEqual({
      patient_name: 'Ruth Adler',
      date_of_birth: '12 May 1971',
      policy_number: 'POL-88172',
      diagnosis: 'Acute bronchitis',
      doctor: 'Dr. Samuel Hirsch',
      visit_date: '2026-02-11',
    });
  });

  it('a meter reading', () => {
    const lines = typed(`
Zähler: 
Meter number        4488221
Meter reading       15233
Billing period      01.01.2025 - 31.12.2025
Consumption         3.120 kWh
Amount due          £412.88
`);
    expect(
      findFields(lines, [
        field('meter_number', 'Meter number', '12345678'),
        field('meter_reading', 'Meter reading', '12345'),
        field('billing_period', 'Billing period', '01.01.2024 - 31.12.2024'),
        field('consumption', 'Consumption in kWh', '3.500 kWh'),
        field('amount_due', 'Amount due', '120.00'),
      ]),
    ).toEqual({
      meter_number: '4488221',
      meter_reading: '15233',
      billing_period: '01.01.2025 - 31.12.2025',
      consumption: '3.120 kWh',
      amount_due: '412.88',
    });
  });

  it('a job application', () => {
    const lines = typed(`
Application
Full name: Lena Vogt
E-mail: lena.vogt@post.example
Phone: +49 151 5550 1122
Position applied for: Bookkeeper
Earliest start date: 2026-05-01
Please find my papers enclosed.
`);
    expect(
      findFields(lines, [
        field('full_name', '', 'Jane Roe'),
        field('email', '', 'jane@example.com'),
        field('phone', '', '+49 170 1234567'),
        field('position', 'Position applied for', 'Clerk'),
        field('start', 'Earliest start date', '2024-05-01'),
        field('website', '', 'https://x.com'),
      ]),
    ).toEqual({
      full_name: 'Lena Vogt',
      email: 'lena.vogt@post.example',
      phone: '+49 151 5550 1122',
      position: 'Bookkeeper',
      start: '2026-05-01',
    });
  });

  it('German keys, and money with the currency as in the examples', () => {
    const lines = typed(`
Holzbau Steiner GmbH
Rechnungsnr.: HS-2026-12   Rechnungsdatum: 14. Februar 2026
Projekt: Dachstuhl Villa Rose
Kunde: Familie Auer
Netto 1.000,00 €
MwSt. 20 % 200,00 €
Gesamt brutto 1.200,00 €
Fällig: 28.02.2026
`);
    expect(
      findFields(lines, [
        field('rechnungsnummer', 'Nummer der Rechnung', 'R-1'),
        field('rechnungsdatum', 'Datum der Rechnung', '01.01.2024'),
        field('gesamtbetrag', 'Bruttobetrag', '119,00 €'),
        field('mwst', 'Mehrwertsteuer', '19,00 €'),
        field('lieferant', 'Name des Lieferanten', 'Muster GmbH'),
        field('faelligkeit', 'Fälligkeitsdatum', '01.02.2024'),
        field('kunde', 'Name des Kunden', 'Max'),
        field('waehrung', 'Währung', 'EUR'),
        field('projekt', 'Projektname', 'Neubau'),
      ]),
    ).toEqual({
      rechnungsnummer: 'HS-2026-12',
      rechnungsdatum: '14. Februar 2026',
      gesamtbetrag: '1.200,00 €',
      mwst: '200,00 €',
      lieferant: 'Holzbau Steiner GmbH',
      faelligkeit: '28.02.2026',
      kunde: 'Familie Auer',
      waehrung: 'EUR',
      projekt: 'Dachstuhl Villa Rose',
    });
  });

  it('French keys', () => {
    const lines = typed(`
Garage Morel SARL
12 rue Victor Hugo
Facture N° 2026-55 du 3 mars 2026
Total HT 250,00 €
TVA 20% 50,00 €
Total TTC 300,00 €
`);
    expect(
      findFields(lines, [
        field('numero_facture', 'Numéro de facture', 'F-1'),
        field('date_facture', 'Date de la facture', '01/01/2024'),
        field('montant_ttc', 'Montant TTC', '120,00'),
        field('montant_ht', 'Montant HT', '100,00'),
        field('tva', 'Montant de la TVA', '20,00'),
        field('fournisseur', 'Nom du fournisseur', 'SARL Dupont'),
        field('siret', 'Numéro SIRET', '123 456 789 00012'),
      ]),
    ).toEqual({
      numero_facture: '2026-55',
      date_facture: '3 mars 2026',
      montant_ttc: '300,00',
      montant_ht: '250,00',
      tva: '50,00',
      fournisseur: 'Garage Morel SARL',
    });
  });

  it('a boarding pass', () => {
    const lines = typed(`
BOARDING PASS
Passenger           Flight      Date          Seat     Gate
ADLER/RUTH MRS      LH 2031     12MAR2026     14C      G22
Booking reference: X7K2P9
`);
    expect(
      findFields(lines, [
        field('flight_number', 'Flight number', 'LH 123'),
        field('passenger', 'Passenger name', 'Doe/Jane'),
        field('departure_date', 'Departure date', '2024-01-01'),
        field('seat', 'Seat', '12A'),
        field('booking_reference', 'Booking reference', 'ABC123'),
        field('gate', 'Gate', 'B12'),
      ]),
    ).toEqual({ passenger: 'ADLER/RUTH MRS', seat: '14C', gate: 'G22', booking_reference: 'X7K2P9', flight_number: 'LH 2031' });
  });
});
