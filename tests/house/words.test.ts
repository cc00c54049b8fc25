import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { textParts } from '#web/student/ui/text/furigana.ts';

type Language = 'en' | 'jp';
type Audience = 'staff' | 'children';

/** A term that is not used, and the term to use. */
interface Banned {
  readonly language: Language;
  readonly audience: Audience;
  readonly not: RegExp;
  readonly say: string;
}

const rows = (language: Language, audience: Audience, terms: readonly (readonly [RegExp, string])[]): Banned[] =>
  terms.map(([not, say]) => ({ language, audience, not, say }));

/** The glossary: one term for one thing, per language and audience. Mails, prints and problems are staff's. */
const glossary: readonly Banned[] = [
  ...rows('en', 'staff', [
    [/\blog(?:ged|ging)? ?(?:in|out|on|off)\b/i, 'sign in, sign out'],
    [/\be-mail/i, 'email'],
    [/\bmails?\b(?! server)/i, 'email'],
    [/\bfilms?\b/i, 'video'],
    [/\bpictures?\b/i, 'image, photo'],
    [/(?<!\bopens )\bbooks?\b(?! code)/i, 'textbook'],
    [/\blessons?\b/i, 'unit'],
    [/\bpupils?\b|\bchildren\b|\bkids?\b/i, 'student'],
    [/\bplease\b/i, 'the verb alone'],
    [/\beverybody\b/i, 'everyone'],
    [/\bsomebody\b/i, 'someone'],
    [/\bwhoever\b/i, 'anyone who'],
    [/\bevery kind\b/i, 'all types'],
    [/\bkinds?\b/i, 'type'],
    [/\bmay do\b|\bmay not\b/i, 'can, cannot'],
    [/\btake(?:n|s)? up\b|^activate\b/i, 'reactivate'],
    [/\bfor ever\b|\bforever\b/i, 'indefinitely, permanently'],
    [/\banew\b|\bonce more\b/i, 'again'],
    [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
    [/\btold\b|\bis said\b|\bare said\b/i, 'the active verb'],
    [/\bstands?\b/i, 'is'],
    [/\bdid not come\b|\bdoes not come\b|\bcannot come in\b/i, 'didn’t play, won’t load, is blocked'],
    [/\blook into\b/i, 'check'],
    [/^new QR code|\bcreate (?:a )?new (?:QR )?code/i, 'replace QR code'],
    [/\bwas not sent\b|^sending (?!…)\{\{/i, 'wasn’t uploaded, uploading'],
    [/\bforget the key\b|^forget all\b/i, 'remove, clear'],
    [/\bprivacy desk\b/i, 'Privacy'],
    [/\w'\w/, 'the apostrophe ’'],
    [/ …$/, '… without a space'],
  ]),
  ...rows('jp', 'staff', [
    [/ログイン|ログアウト|ログオン/, 'サインイン、サインアウト'],
    [/掲示板|ひろば|(?<!ファイア)ウォール/, 'コミュニティ'],
    [/教科書|教材|(?<!お手)本[にのをがへはで、]/, 'テキスト、コンテンツ'],
    [/レッスン|単元/, 'ユニット'],
    [/児童|学生|生徒さん|子ども|子供|お子さま/, '生徒'],
    [/スタッフ|(?<!教)職員/, '教職員'],
    [/大人の方|おとなの方/, '先生、管理者'],
    [/校長|スクールオーナー|学校オーナー/, '学校管理者'],
    [/押して聞|リスン(?<!プッシュ＆リッスン)|プッシュ&|プッシュアンド/, 'プッシュ＆リッスン'],
    [/ブラウザ(?!ー)|ユーザ(?!ー)|サーバ(?!ー)|フォルダ(?!ー)/, 'ブラウザー、ユーザー、サーバー、フォルダー'],
    [/Eメール|eメール|電子メール/, 'メール'],
    [/ビデオ|フィルム|映像|ムービー/, '動画'],
    [/レコーディング|録画/, '録音、動画'],
    [/機器|デバイス/, '端末'],
    [/ましょう|ませんか/, '〜してください'],
    [/申し込/, '依頼'],
    [/書き出/, 'エクスポート'],
    [/作り直/, '再発行'],
    [/で絞り込み$/, '〜で絞り込む'],
    [/お手数|恐れ入り|ご確認ください|お進みください/, '〜してください'],
    [/は見つかりません$/, '〜が見つかりません'],
    [/あなたのせい/, 'もう一度お試しください'],
  ]),
  ...rows('en', 'children', [
    [/\bplease\b/i, 'the verb alone'],
    [/\blog(?:ged|ging)? ?(?:in|out)\b|\bsign in\b/i, 'choose who you are'],
    [/\bfilms?\b/i, 'video'],
    [/\bsomebody\b|\beverybody\b/i, 'someone, everyone'],
    [/\berrors?\b|\bfailed\b|\binvalid\b|\bmistakes?\b(?!, tell)/i, 'what to do next'],
    [/\badults?\b|\bchild(?:ren)?\b/i, 'grown-up, you'],
    [/\bit (?:is|does not|did not)\b|\bcannot\b|\bdid not\b|\bdo not\b/i, 'the contraction'],
    [/\bfor ever\b|\bonce more\b/i, 'again'],
    [/\w'\w/, 'the apostrophe ’'],
  ]),
  ...rows('jp', 'children', [
    [/コンピュータ|サーバー|(?:休|やす)んで/, 'ちょっと おやすみちゅう。すこし まってね。'],
    [/大人|おとなの方|おとなの かた|保護者/, 'おとなの人《ひと》'],
    [/おうち/, 'さいしょ'],
    [/じどうで|かってに/, 'あとで'],
    [/ログイン|サインイン/, 'だれが つかう？'],
    [/教科書|テキスト/, '本《ほん》'],
    [/掲示板|コミュニティ/, 'ひろば'],
    [/動画|フィルム/, 'ビデオ'],
    [/機器|デバイス/, 'タブレット、端末《たんまつ》'],
    [/エラー|しっぱい|失敗|だめ|まちがえ|できません/, 'うまく いかなかったよ。もういちど やってみよう。'],
    [/ましょう|なさい/, '〜てね、〜よう'],
    [/、 /, '、without a space'],
  ]),
];

/** Files that only children read. */
const children = ['posting', 'record', 'scan', 'sending', 'student'];
/** A page in the children's part of the app that their teachers and parents read, with readings. */
const withReadings = [...children, 'check'];

/** The specification's own messages, which stay as they are; and the card that says what children look for. */
const given: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'messages.bookNotFound',
    'messages.checkAndResubmit',
    'messages.checkEmailAndPassword',
    'messages.confirmPasswordField',
    'messages.passwordReused',
    'messages.profileNameRequire',
    'messages.serviceUnavailable',
    'messages.sessionExpired',
    'student.nameMissing',
  ],
  jp: [],
};

interface Text {
  readonly key: string;
  readonly text: string;
}

const textsIn = (language: Language, files: (name: string) => boolean): Text[] =>
  readdirSync(`locales/${language}`)
    .map((file) => basename(file, '.json'))
    .filter(files)
    .flatMap((name) => {
      const words = JSON.parse(readFileSync(`locales/${language}/${name}.json`, 'utf8')) as Record<string, string>;
      return Object.entries(words).map(([key, text]) => ({ key: `${name}.${key}`, text }));
    })
    .filter(({ key }) => !given[language].includes(key));

const isFor: Record<Audience, (name: string) => boolean> = {
  staff: (name) => !withReadings.includes(name),
  children: (name) => children.includes(name),
};

/** Without the parts that are filled in, and in Japanese without readings. */
const spoken = (text: string) => text.replace(/\{\{\w+\}\}/g, '{{}}').replace(/《[^》]*》/g, '');

describe('one term for one thing', () => {
  it.each(glossary)('$audience ($language): not $not but $say', ({ language, audience, not }) => {
    const texts = textsIn(language, isFor[audience]);
    expect(texts.length).toBeGreaterThan(audience === 'staff' ? 1000 : 200);
    expect(texts.filter(({ text }) => not.test(spoken(text)))).toEqual([]);
  });

  it('the class’s school administrator is another term than the role of a school owner', () => {
    const words = new Map(textsIn('jp', isFor.staff).map(({ key, text }) => [key, text]));
    expect(words.get('shell.roleSchoolOwner')).toBe('学校管理者');
    expect(words.get('classes.schoolAdministrator')).toBe('クラスの学校管理担当');
    expect(words.get('audit.field-schoolAdministratorId')).toBe('クラスの学校管理担当');
  });
});

/** Labels that children read, in words that they know. */
const known = [
  ['student.home', 'さいしょ'],
  // Music and sounds are switched there too, so it is not called after the languages.
  ['student.languages', 'せってい'],
  ['student.restingTitle', 'ちょっと おやすみちゅう'],
  ['student.postWaiting', '先生《せんせい》が みるまで まってね'],
  ['student.waitingToSend_other', '{{count}}こ まっています'],
  ['sending.waitingNext', 'あとで おくるね。'],
] as const;

describe('what children read', () => {
  it.each(known)('%s is “%s”', (key, text) => {
    expect(textsIn('jp', isFor.children).find((one) => one.key === key)?.text).toBe(text);
  });

  it('has a reading for every kanji', () => {
    const bare = textsIn('jp', (name) => withReadings.includes(name)).filter(({ text }) =>
      textParts(text).some((part) => part.reading === undefined && /\p{Script=Han}/u.test(part.text)),
    );
    expect(bare).toEqual([]);
  });

  it('has at most eight English words to a sentence', () => {
    const long = textsIn('en', isFor.children)
      .filter(({ text }) => !text.startsWith('For grown-ups'))
      .filter(({ text }) => text.split(/[.!?:…]+/).some((sentence) => sentence.trim().split(/\s+/).length > 8));
    expect(long).toEqual([]);
  });

  it('has spaces between the phrases of a Japanese sentence', () => {
    const close = textsIn('jp', isFor.children).filter(({ text }) =>
      spoken(text)
        .split(/[\s。、！？：…「」{}]+/)
        .some((phrase) => [...phrase].length > 12 && /\p{Script=Hiragana}/u.test(phrase)),
    );
    expect(close).toEqual([]);
  });
});
