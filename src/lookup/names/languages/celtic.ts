import type { Language } from '../language.ts';

export const celtic: readonly Language[] = [
  {
    id: 'irish',
    countries: 'ie',
    familyPerMille: 'murphy 12, kelly 9, byrne 8, ryan 8, walsh 8',
    marks: 'áéíóúḃċḋḟġṁṗṡṫ',
    signs: /^(?:mac|mc|ó|ní|nic|uí)$|^(?:mac|mc)[bcdfghklmnrst]\w{3,}|aoi/u,
    given: `seán sean siobhán siobhan niamh aoife ciarán ciaran pádraig padraig gráinne grainne oisín oisin tomás tomas máire maire caoimhe róisín roisin eoin liam
    conor declan fergus brendan brigid orla sinéad sinead aisling cathal donal eamon colm diarmuid saoirse maeve deirdre`,
    family: `murphy kelly osullivan walsh smith obrien byrne ryan oconnor oneill oreilly doyle mccarthy gallagher doherty kennedy
    lynch murray quinn moore mcloughlin ocarroll connolly daly búrca burca shea dowd malley donald súilleabháin`,
    shortForms: `pádraig paddy, padraig paddy, tomás tom, tomas tom, seán john, máire mary, siobhán shiv, eamon ned, patrick paddy pat, brigid bríd,
    mícheál mike, caoimhe keeva, liam bill`,
  },
  {
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
  },
];
