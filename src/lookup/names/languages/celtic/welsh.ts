import type { Language } from '../../language.ts';

export const welsh: Language = {
  id: 'welsh',
  countries: 'wales cymru',
  familyPerMille: 'jones 57, davies 37, williams 36, evans 25, thomas 24',
  marks: 'âêîôûŵŷïäëöáéí',
  signs: /^(?:ap|ab|llŷr)$|ŵ|ŷ|^ll/u,
  given: `ceri delyth eirian gwyneth heledd non llyr macsen osian gethin rhodri angharad siân sian gwenllïan gwenllian rhys dafydd gareth owain iwan huw ieuan carys bethan nia megan rhiannon cerys
    eleri ffion llinos lowri mared nerys glyn emrys geraint hywel aled tomos`,
  family:
    'jones williams davies evans thomas roberts hughes lewis morgan griffiths edwards owen price pryce rees llwyd gwilym rhys llŷr powell pugh parry',
  familyNames: { first: 0.05, last: 0.82, joined: 0.1, separated: 0.01, hyphenated: 0.02 },
  shortForms: 'dafydd dai, gwenllian gwen, gwenllïan gwen, angharad hari, thomas tom',
};
