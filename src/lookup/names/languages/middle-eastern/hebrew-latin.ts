import type { Language } from '../../language.ts';

export const hebrewLatin: Language = {
  id: 'hebrew-latin',
  countries: 'il',
  marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
  signs: /^(?:ben|bar|bat)-|(?:witz|vitz|eli|shvili)$/u,
  given:
    'tzipora yossi dana noga ronit moran liat sigal anat einat oded nadav yuval uri amos ehud hadas maya chaim haim yosef moshe david avraham yaakov yitzhak shlomo eli avi noam itai ofer tal shira yael tamar noa rivka sarah rachel miriam michal efrat orly dafna eyal gil amir ron yechezkel yechiel nachum nachman menachem nechama chagai chagit shachar simcha',
  family:
    'cohen levi levy mizrahi mizrachi peretz biton dahan avraham friedman malka azoulay katz rosenzweig goldberg shapira ben-david ben-ari bar-lev shalom',
  spellings:
    'chaim chaim haim, chana chana hana, rachel rachel rahel, levi levi levy, mizrahi mizrahi mizrachi, yitzhak yitzhak itzhak, yaakov yaakov jacob, yechezkel yechezkel yehezkel, yechiel yechiel yehiel, nachum nachum nahum, nachman nachman nahman, menachem menachem menahem, nechama nechama nehama, chava chava hava, chagai chagai hagai, chagit chagit hagit, shachar shachar shahar, zecharia zecharia zeharia, simcha simcha simha, achinoam achinoam ahinoam',
  shortForms:
    'avraham avi rami, yosef yossi, moshe moshik, chaim haim, yaakov kobi yaki, yitzhak itzik, shlomo shlomi, david dudi, michael miki, elisheva eli, benjamin beni, binyamin beni, daniel dani, yehuda udi, menachem meni, mordechai moti, tzipora tzipi, shoshana shosh, rivka rivki, miriam miri, esther esti, rachel racheli, yehudit judi, zvi zvika, tzvi tzvika, gideon gidi, nechama nechami',
};
