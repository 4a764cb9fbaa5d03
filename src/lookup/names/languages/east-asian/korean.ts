import type { Language } from '../../language.ts';
import { romanizeHangul } from '../../scripts/hangul.ts';
import { koreanLatin } from './korean-latin.ts';

/** Hangul syllable by syllable: Revised Romanization as people bend it in passports. */
export const korean: Language = {
  id: 'korean',
  countries: 'kr',
  familyPerMille: koreanLatin.familyPerMille ?? '',
  familyFirst: true,
  wholeOrderOdds: 60,
  syllable: /[bcdghjklmnprstwy]{0,2}[aeiouy]+(?:ng|[klmnpt](?![aeiou]))?/u,
  givenNames: { first: 0.05, last: 0.01, joined: 0.83, separated: 0.02, hyphenated: 0.09 },
  givenHyphens: { kept: 0.09, joined: 0.84, first: 0.02, last: 0, initials: 0.05 },
  initials: { first: 0.55, all: 0.45 },
  family:
    '김 이 박 최 정 강 조 윤 장 임 한 오 서 신 권 황 안 송 류 유 홍 전 고 문 양 손 배 백 허 남 심 노 하 곽 성 차 주 우 구 민 나 진 지 엄 채 원 천 방 공 현 함 변 염 여 추 도 소 석 선 설 마 길 연 위 표 명 기 반 왕 금 옥 육 인 맹 제 모 탁 국 은 남궁 황보 제갈 선우 독고',
  spellings:
    '김 kim, 이 lee yi rhee, 박 park bak, 최 choi, 정 jung jeong chung, 강 kang, 조 cho jo, 윤 yoon yun, 장 jang chang, 임 lim im, 한 han, 오 oh, 서 seo suh, 신 shin sin, 권 kwon, 황 hwang, 안 ahn an, 송 song, 류 ryu, 유 yoo yu, 홍 hong, 전 jeon jun, 고 ko go, 문 moon mun, 양 yang, 손 son sohn, 배 bae, 백 baek paik, 허 heo hur, 남 nam, 심 shim, 노 noh no, 하 ha, 곽 kwak, 성 sung seong, 차 cha, 주 joo ju, 우 woo, 구 koo ku, 민 min, 나 na, 진 jin, 지 ji, 남궁 namgung namkoong',
  romanize: romanizeHangul,
};
