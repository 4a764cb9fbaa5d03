import { onFirstUse } from '../../../first-use.ts';
import { readParts } from './known-parts.ts';

/** Parts of Khmer names, as their bearers write them. */
export const khmerParts = onFirstUse(() =>
  readParts(`
កញ្ញា kanha, កល្យាណ kalyan, កែវ keo, កុសល kosal, គឹម kim, គីម kim, គង់ kong, គន្ធា kunthea, ងួន nguon, ច័ន្ទ chan, ចន្ទ chan, ចន្ទា chanthea chantha, ចន្ទី chanthy, ចន្ថា chantha, ចរិយា chakriya, ចាន់ chan, ចិន្តា chenda, ឈន់ chhorn,
ឈឿន chhoeun, ឈុន chhun, ជា chea, ជាតា cheata, ជ័យ chey, ជឿន choeun, ញឹម nhim, ញ៉ែម nhem, ដា da, ដារា dara, ដាលីន dalin, ឌី dy, ឌីណា dina, ណា na, ណារី nary, ណារិទ្ធ narith, ណាវី navy, ណែត net, តាំង tang, តុលា tola, ថា tha, ថុន thon, ថេង theng, ទី ty, ទីតា tida,
ទូច touch, ទេព tep, ធា thea, ធារី theary, ធារ៉ា theara, ធីតា thida, ធឿន thoeun, នាង neang, នី ny, នីតា nita, នួន nuon, នឿន noeun, បញ្ញា panha, បុប្ផា bopha, បូរី bory borey, បូរិន្ទ bourin, បូផា bopha, ប៊ុន bun, ប៉ែន pen, ប៉ុល pol, ប្រាក់ prak, ផល phal, ផល្លា phalla, ផាន់ phan, ពិសិដ្ឋ piseth, ពិសី pisey, ពៅ pov, ពេជ្រ pich,
ភក្តី pheakdey, ភា phea, ភារុណ phearun, ភិរុណ phirun, ភួង phuong, ម៉ៅ mao, ម៉ារី mary, ម៉ាណែត manet, ម៉ាលី maly, មករា makara, មាន mean, មាស meas, មុនី mony, មុន្នី mony, មុំ mom, មួយ muoy, យឹម yim, យុទ្ធ yuth, រ៉ា ra, រី ry, រ័ត្ន rath rattanak, រដ្ឋ roth, រតនា ratana rattana, រតនៈ ratanak, រស្មី raksmey, រស់ ros, រិទ្ធី rithy, រិទ្ធ rith, រុន run, រ៉ុន ron, ឫទ្ធី rithy, ឫទ្ធិ rith, លក្ខិណា leakhena,
លី ly, លីដា lida, លីណា lina, លីន lin, លឹម lim, លាង leang, វង្ស vong, វណ្ណ vann, វណ្ណា vanna, វណ្ណៈ vannak, វណ្ណី vanny, វាសនា veasna, វិចិត្រ vichet, វិជ្ជា vichea, វិសាល visal, វិរៈ virak, វីរៈ virak, វុទ្ធ vuth, វុទ្ធី vuthy, សំ sam, សំណាង samnang, សម្បត្តិ sambath, សាន san, សារ៉ាត់ sarath, សារ៉ុន saron, សារិន sarin, សារី sary, សាវុធ savuth, សិទ្ធ seth, សីហា seyha,
សុ so, សុខ sok, សុខា sokha, សុខុម sokhom, សុជាតា socheata, សុជាតិ socheat, សុធា sothea, សុផល sophal, សុផាត sophat, សុភា sophea, សុភាព sopheap, សុភ័ក្រ sopheak, សុភ័ក្ត្រ sopheak, សុម៉ាលី somaly, សុរិយា sorya, សុវណ្ណ sovann, សុវណ្ណា sovanna, សុវណ្ណារ៉ា sovannara, សូរិយា sorya, សេង seng, សែន sen, សោភ័ណ sophorn sophon, សោភា sophea, ស៊ីម sim, ស៊ុន sun, ស៊ាន sean, ស្រី srey, ស្រីនាង sreyneang, ស្រីពៅ sreypov, ស្រីមុំ sreymom, ស្រីល័ក្ខ sreyleak,
ហ៊ុន hun, ហេង heng, ហុង hong, ហួត huot, ហ៊ាង heang, ឡុង long, ឡេង leng, ឡាយ lay, អាន an, អៀង eang, អ៊ឹម im, អ៊ុក ouk, អ៊ុំ um, អ៊ាង eang, អ៊ិន in, ឧត្តម oudom, ឧទ័យ outey, ឧសភា oussaphea, កុម្ភៈ kumpheak, មីនា mina, មេសា mesa, មិថុនា mithona, កក្កដា kakada, វិច្ឆិកា vicheka, ធ្នូ thnou
`),
);
