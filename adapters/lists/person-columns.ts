import { columnsWithNames, reducedName } from './column-names.ts';

/** What a row about a person has, in the order in which a list without names of columns has it. */
export const personFields = ['first_name', 'last_name', 'domain'] as const;

export type PersonField = (typeof personFields)[number];

/** In English, and as lists in other languages call them. */
const commonNames: Readonly<Record<PersonField, ReadonlySet<string>>> = {
  first_name: namesOf(`
    First name, First, fname, Given name, Given, Forename, Vorname, Rufname, Prénom, Nome, Primeiro nome,
    Nombre, Nombres, Primer nombre, Voornaam, Roepnaam, Förnamn, Fornavn, Etunimi, Imię, Jméno,
    Křestní jméno, Meno, Keresztnév, Utónév, Prenume, Ime, Ad, İsim, Имя, Ім'я, Όνομα, Tên, Nama depan, 名,
    이름, الاسم الأول, שם פרטי`),
  last_name: namesOf(`
    Last name, Last, lname, Family name, Family, Surname, Nachname, Familienname, Zuname, Nom,
    Nom de famille, Cognome, Sobrenome, Apelido, Apellido, Apellidos, Achternaam, Familienaam, Efternamn,
    Etternavn, Efternavn, Sukunimi, Nazwisko, Příjmení, Priezvisko, Vezetéknév, Családnév, Nume,
    Nume de familie, Prezime, Priimek, Soyad, Soyadı, Soyisim, Фамилия, Прізвище, Επώνυμο, Họ,
    Nama belakang, 姓, 성, اسم العائلة, שם משפחה`),
  domain: namesOf(`
    Domain, Domain name, Company domain, Company domain name, Email domain, Mail domain, Domaine, Dominio,
    Domínio, Domein, Domän, Domæne, Domene, Domena, Doména, Домен, ドメイン`),
};

function namesOf(names: string): ReadonlySet<string> {
  return new Set(names.split(',').map(reducedName));
}

/** In exports of HubSpot, Salesforce and Apollo. */
const websiteNames = new Set(
  'website websiteurl companywebsite companyurl accountwebsite url webseite siteweb sitoweb sitioweb'.split(
    ' ',
  ),
);

/** Returns the indexes of the columns that seem to have the field, by their names. Websites count if no column has domains. */
export function suggestPersonColumns(header: readonly string[], field: PersonField): readonly number[] {
  const named = columnsWithNames(commonNames[field], header);
  return named.length === 0 && field === 'domain' ? columnsWithNames(websiteNames, header) : named;
}
