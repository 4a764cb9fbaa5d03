import { reducedName } from './column-names.ts';

/** Names of columns of addresses in the languages of programs that export lists, besides those that end in `email`. */
const names = [
  // Chinese, Japanese, Korean
  `
    邮箱, 邮箱地址, 电子邮箱, 邮件地址, 电子邮件, 电子邮件地址, 郵箱, 電子郵件, 電子郵件地址, メール, メールアドレス, 電子メール, Eメール, Eメールアドレス, 이메일, 이메일 주소,
    전자우편`,
  // Czech and Slovak, Danish, Norwegian and Swedish, Dutch, Finnish
  `
    E-mailová adresa, E-mailadresse, E-post, E-postadresse, E-postadress, Mejladress, E-mailadres,
    Mailadres, Sähköposti, Sähköpostiosoite`,
  // French, German, Italian
  `
    Courriel, Adresse courriel, Adresse e-mail, Adresse mail, Adresse électronique, Mél, E-Mail-Adresse,
    Mailadresse, E-Mail (geschäftlich), E-Mail (privat), Indirizzo e-mail, Indirizzo di posta elettronica,
    Posta elettronica`,
  // Hungarian, Polish, Portuguese, Romanian, Spanish, Turkish
  `
    E-mail cím, Adres e-mail, Adres poczty elektronicznej, Endereço de e-mail, Correio eletrônico,
    Endereço eletrônico, Adresă de e-mail, Adresă e-mail, Correo, Correo electrónico, Dirección de correo,
    Dirección de correo electrónico, Dirección de e-mail, E-posta, E-posta adresi`,
  // Bulgarian, Greek, Russian, Serbian and Croatian, Ukrainian
  `
    Имейл, Имейл адрес, Διεύθυνση e-mail, Ηλεκτρονική διεύθυνση, Адрес электронной почты, Почта,
    Электронная почта, Эл. почта, Адрес e-mail, E-pošta, Adresa e-pošte, Електронна пошта,
    Адреса електронної пошти`,
  // Arabic, Hebrew, Hindi, Indonesian, Thai, Vietnamese
  `
    البريد الإلكتروني, عنوان البريد الإلكتروني, דואר אלקטרוני, אימייל, ईमेल, Alamat email, Surel, อีเมล,
    Địa chỉ email, Mail, Mails`,
].flatMap((line) => line.split(','));

const known = new Set(names.map(reducedName));

/** What may follow: Google Contacts has `E-mail 1 - Value`, Pipedrive `Person - Email - Work`. */
const endings = new Set('address addresses value id 1 work business home personal main'.split(' '));
/** A column whose name has one of these is about mail, or has the addresses of others: `Email Opt Out`, `Owner Email`. */
const others = new Set(
  [
    'accept accepts allow bounced cc confirmed count do domain double from has hasoptedout last no not opt opted optin optout',
    'of out owner manager assistant referrer sender sent status subject type unsubscribed valid verified 2 3 4 5 6 7 8 9',
  ].flatMap((words) => words.split(' ')),
);

/** Returns whether a column of this name seems to have the addresses. */
export function isEmailName(name: string): boolean {
  if (known.has(reducedName(name))) return true;
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\be[-_ ]?mails?(?![a-z])/g, ' email ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  while (words.length > 1 && endings.has(words.at(-1) ?? '')) words.pop();
  const last = words.at(-1) ?? '';
  return /^\p{L}*email(?:address)?$/u.test(last) && !words.some((word) => others.has(word));
}
