import type { Language } from '../language.ts';
import { readLetters } from '../word-lists.ts';

export const caucasian: readonly Language[] = [
  {
    id: 'armenian-latin',
    countries: 'am',
    marks: '',
    signs: /(?:yan|ian|yants)$/u,
    familyEndings: /(?:yan|ian|yants)$/u,
    given:
      'lusine gayane mariam astghik hasmik sona artur arman aram levon vahan garik suren armen anahit tigran hayk gor ani lilit narek ashot gevorg karen davit hovhannes arpine nune vardan ruben',
    family:
      'petrosyan hovhannisyan harutyunyan sargsyan grigoryan khachatryan hakobyan vardanyan karapetyan ter-hovhannisyan',
  },
  /** Eastern Armenian, as in passports. */
  {
    id: 'armenian',
    countries: 'am xn--y9a3aq',
    familyEndings: /յան$/u,
    letters: readLetters(`
      ա a, բ b, գ g, դ d, ե e, ^ե ye, զ z, է e, ը y, թ t, ժ zh, ի i, լ l, խ kh, ծ ts, կ k, հ h, ձ dz, ղ gh,
      ճ ch, մ m, յ y, ն n, շ sh, ո o, ^ո vo, չ ch, պ p, ջ j, ռ r, ս s, վ v, տ t, ր r, ց ts, ւ v, ու u, փ p,
      ք k, և ev, օ o, ֆ f, իա ia, յա ya, յան$ yan, ուլիե ulie`),
    letterChoices: {
      'armenian-yan': {
        yan: { share: 0.92, letters: { յան$: 'yan' } },
        ian: { share: 0.08, letters: { յան$: 'ian' } },
      },
    },
    spellings:
      'ջուլիետա julieta julietta juliet, հովհաննես hovhannes, գրիգոր grigor, մարիամ mariam, աննա anna, դավիթ davit david, եվա eva, երվանդ yervand, տիգրան tigran, գևորգ gevorg',
  },
  {
    id: 'georgian-latin',
    countries: 'ge',
    marks: '',
    signs: /(?:shvili|dze|khia|elia|uani|adze)$/u,
    familyEndings: /(?:shvili|dze)$/u,
    given:
      'giorgi davit nino ketevan tamar mariam levan irakli zurab lasha nika salome ana natia ekaterine luka nikoloz',
    family:
      'beridze kapanadze maisuradze tsereteli gelashvili giorgadze lomidze kvaratskhelia mamedov tsiklauri',
    shortForms:
      'giorgi gio, ketevan keti keto, nikoloz nika, davit dato, tamar tamuna, ekaterine eka, mariam mari',
  },
  /** National system of 2002, without apostrophes. */
  {
    id: 'georgian',
    countries: 'ge xn--node',
    familyEndings: /(?:შვილი|ძე)$/u,
    letters: readLetters(`
      ა a, ბ b, გ g, დ d, ე e, ვ v, ზ z, თ t, ი i, კ k, ლ l, მ m, ნ n, ო o, პ p, ჟ zh, რ r, ს s, ტ t, უ u,
      ფ p, ქ k, ღ gh, ყ q, შ sh, ჩ ch, ც ts, ძ dz, წ ts, ჭ ch, ხ kh, ჯ j, ჰ h`),
    letterChoices: {
      'georgian-gh': {
        gh: { share: 0.82, letters: {} },
        g: { share: 0.18, letters: { ღ: 'g' } },
      },
      'georgian-q': {
        q: { share: 0.75, letters: { ყ: 'q' } },
        k: { share: 0.25, letters: { ყ: 'k' } },
      },
    },
    spellings:
      'გიორგი giorgi george, დავით davit david, ნიკოლოზ nikoloz nika nick, ალექსანდრე aleksandre alexandre sandro, თამარ tamar tamara, ფილიპე pilipe filipe',
    shortForms:
      'giorgi gio, ketevan keti keto, nikoloz nika, tamar tamuna, davit dato, ekaterine eka, aleksandre sandro, levan leo, mariam mari, irakli ika',
  },
];
