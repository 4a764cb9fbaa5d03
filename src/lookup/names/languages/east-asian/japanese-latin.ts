import type { Language } from '../../language.ts';

/** Long vowels as one letter, or as oh, ou, oo. */
export const japaneseLatin: Language = {
  id: 'japanese-latin',
  countries: 'jp',
  familyPerMille:
    'sato 15, suzuki 14, takahashi 11, tanaka 11, watanabe 9, ito 9, yamamoto 8, nakamura 8, kobayashi 8, kato 7',
  marks: 'āēīōūâêîôû',
  signs:
    /[ōū]|.{2}(?:moto|mura|yama|kawa|gawa|shima|jima|zaki|zawa|hashi|bayashi|naka|uchi|guchi|ichi|suke|hiro|nobu|kazu|taro)$/u,
  given:
    'hiroshi takashi kenji kenichi koji kōji yuki naoko keiko yoko akira makoto daisuke kenta shota shōta takuya yusuke yūsuke masaki kazuya satoshi hiroko tomoko yumiko akiko mayumi megumi haruka sakura aoi hina yuka ryo ryō taro tarō jiro ichiro kenzō emi mika rina',
  family:
    'sato satō suzuki takahashi tanaka watanabe ito itō yamamoto nakamura kobayashi kato katō yoshida yamada sasaki yamaguchi matsumoto inoue kimura hayashi shimizu saito saitō mori abe ikeda hashimoto yamashita ishikawa nakajima maeda fujita ogawa goto gotō okada hasegawa murakami kondo kondō ishii ohno ono ōno ota ōta oota ueda morita hara shibata sakai kudo endo aoki fujii nishimura fukuda miura takeuchi otani ōtani',
  familyFirst: true,
  letterChoices: [
    {
      group: 'long-vowel',
      options: [
        { option: 'short', share: 0.8, letters: { ō: 'o', ū: 'u' } },
        { option: 'ou', share: 0.12, letters: { ō: 'ou', ū: 'uu' } },
        { option: 'oh', share: 0.08, letters: { ō: 'oh', ōh: 'oh', ōo: 'oo', ū: 'u' } },
      ],
    },
  ],
  spellings:
    'sato sato satoh satou, ohno ohno ono, saito saito saitoh, ito ito itoh, kato kato katoh, goto goto gotoh, kondo kondo kondoh, ota ota ohta, yuki yuki yuuki, kenichi kenichi ken-ichi, koichi koichi kouichi, ohtani ohtani otani, kudo kudo kudoh, endo endo endoh, junichi junichi jun-ichi, shota shota shouta, ryota ryota ryouta, kyoko kyoko, otani otani ohtani',
  familyEndings:
    /.{2}(?:gawa|kawa|moto|mura|yama|jima|shima|zaki|saki|zawa|sawa|guchi|bayashi|hashi|naka|tani|wara|hara|matsu|bashi|shita|oka|uchi|mizu|numa)$/u,
};
