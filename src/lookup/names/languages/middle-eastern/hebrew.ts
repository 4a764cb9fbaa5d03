import type { Language } from '../../language.ts';
import { romanizeHebrew } from '../../scripts/consonantal.ts';

/** Names as their bearers write them; other words by letters, with vowels guessed. */
export const hebrew: Language = {
  id: 'hebrew',
  countries: 'il',
  spellings: `בן ben, בר bar, יוסי yossi yosi, מוטי moti motti, קובי kobi koby, שירה shira, לוי levi levy, כהן cohen kohen, יעל yael, מזרחי mizrahi mizrachi, דוד david, יוסף yosef yossef joseph, משה moshe, אברהם avraham abraham, יעקב yaakov jacob yakov, יצחק yitzhak itzhak isaac, שרה sara sarah, רחל rachel rahel, לאה lea leah, רבקה rivka, מרים miriam, תמר tamar, נועה noa,
    מיכל michal, רות ruth, אסתר esther ester, חנה hana chana hannah, דנה dana, ענת anat, אורלי orly orli, איתי itai itay, אורי uri ori, אוריה uriya, עמית amit, עומר omer, נועם noam, גיא guy gai, רון ron, טל tal, ליאור lior, אלון alon, איל eyal ayal, אייל eyal, דניאל daniel, מיכאל michael mikhael, גבריאל gabriel gavriel, שלמה shlomo, חיים haim chaim,
    פרץ peretz perez, ביטון biton bitton, דהן dahan, אזולאי azoulay azulay, מלכה malka, חדד hadad haddad, אוחיון ohayon ohayun, פרידמן friedman fridman, שפירא shapira, כץ katz, גולדברג goldberg, רוזן rosen, רוזנברג rosenberg, שטרן stern shtern, שוורץ schwartz shwartz, גבאי gabay gabbay, עמר amar, אברהמי avrahami, ברק barak, שלום shalom, סגל segal, יונתן yonatan jonathan, אדם adam, עדי adi, מאיה maya, הילה hila, קרן keren, רונית ronit, גלית galit, סיגל sigal, אפרת efrat, הדס hadas, נטע neta, אביב aviv, אבי avi, אלי eli, גל gal, בן ben, בר bar, יהודה yehuda, שמעון shimon simon, ראובן reuven, נתן natan nathan, עוז oz, זוהר zohar, שחר shahar shachar, רותם rotem, אלעד elad, אסף asaf assaf, יואב yoav, גדעון gideon gidon, נדב nadav, ניר nir, עידן idan, עידו ido, רועי roy roi, עופר ofer, צבי zvi tzvi, אריאל ariel, דורון doron, ורד vered, יפה yafa yaffa, נעמה naama, נעמי naomi, סמדר smadar, מור mor, חן chen hen, לירון liron, שני shani, ליאת liat, יובל yuval, שגיא sagi, ברוך baruch, מנחם menachem menahem, פנחס pinchas, שושנה shoshana, ציפי tzipi zippi, זהבי zahavi, ברגר berger, וייס weiss, קליין klein, גרין green, לביא lavi, נחום nachum nahum, אלמוג almog, סויסה suissa, טל tal`,
  romanize: romanizeHebrew,
};
