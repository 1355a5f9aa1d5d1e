import test from 'ava';
import { encodeText } from '../testing/charset-encoder.ts';
import { guessEncoding } from './charset-guess.ts';

/** By encoding: an anchor, and the first sentences of an article. */
const WRITTEN: Readonly<Record<string, readonly [string, string]>> = {
  'windows-1251': [
    'Лучшие садовые сараи для участка',
    'Хороший сарай служит двадцать лет, если его красят каждую весну.',
  ],
  'koi8-r': ['Лучшие садовые сараи для участка', 'Хороший сарай служит двадцать лет, если его красят каждую весну.'],
  ibm866: ['Лучшие садовые сараи для участка', 'Хороший сарай служит двадцать лет, если его красят каждую весну.'],
  'koi8-u': ['Найкращі садові сараї для ділянки', 'Добрий сарай служить двадцять років, якщо його фарбують щовесни.'],
  'windows-874': ['โรงเก็บของในสวนที่ดีที่สุด', 'โรงเก็บของไม้ที่ดีใช้งานได้ยี่สิบปีถ้าทาสีทุกปี'],
  'windows-1254': [
    'Küçük bahçeler için en iyi bahçe kulübeleri',
    'İyi bir ahşap kulübe, her ilkbahar boyanırsa yirmi yıl dayanır.',
  ],
  'windows-1250': [
    'Nejlepší zahradní domky pro malou zahradu',
    'Dobrý dřevěný domek vydrží dvacet let, pokud stojí na suchém základu a každé jaro se natírá.',
  ],
  'iso-8859-2': [
    'Nejlepší zahradní domky pro malou zahradu',
    'Dobrý dřevěný domek vydrží dvacet let, pokud stojí na suchém základu a každé jaro se natírá. Těšíme se.',
  ],
  'windows-1252': [
    'Gartenhäuser für kleine Grundstücke',
    'Ein Gartenhaus hält zwanzig Jahre – wenn es jedes Frühjahr gestrichen wird.',
  ],
  'iso-8859-7': [
    'Οι καλύτερες αποθήκες κήπου',
    'Μια καλή ξύλινη αποθήκη αντέχει είκοσι χρόνια, αν βάφεται κάθε άνοιξη.',
  ],
  'windows-1255': ['המחסנים הטובים ביותר לגינה קטנה', 'מחסן עץ טוב מחזיק מעמד עשרים שנה אם צובעים אותו בכל אביב.'],
  'windows-1256': ['أفضل أكواخ الحديقة للمساحات الصغيرة', 'يدوم كوخ الخشب الجيد عشرين سنة إذا تم طلاؤه كل ربيع.'],
  shift_jis: ['小さな庭のためのおすすめ物置', '良い木製の物置は、毎年春に塗り直せば二十年は使えます。'],
  'euc-jp': ['小さな庭のためのおすすめ物置', '良い木製の物置は、毎年春に塗り直せば二十年は使えます。'],
  'euc-kr': ['작은 정원을 위한 최고의 창고', '좋은 나무 창고는 봄마다 칠하면 이십 년을 쓸 수 있습니다.'],
  gb18030: ['小花园的最佳储物屋', '一座好的木制储物屋，每年春天刷一次漆，可以使用二十年。'],
  big5: ['小花園的最佳儲物屋', '一座好的木製儲物屋，每年春天刷一次漆，可以使用二十年。'],
};
const decode = (bytes: Buffer) => new TextDecoder(guessEncoding(bytes)).decode(bytes);

for (const [encoding, [anchor, sentence]] of Object.entries(WRITTEN)) {
  test(`${encoding} is recognized in an article, and in one link of an English page`, (t) => {
    const english = `<title>Sheds</title><script>if (1 < 2) go("x")</script><p>A good shed serves for twenty years. See`;
    const article = `<title>${anchor}</title><h1>${anchor}</h1><p>${sentence} <a href="/shed">${anchor}</a>.</p>`;
    for (const page of [article, article.repeat(40), `${english} <a href="/shed">${anchor}</a> for more.</p>`]) {
      t.is(decode(encodeText(page, encoding)), page);
    }
  });
}

test('UTF-8 is recognized by a single letter, though some characters are broken, and where it is cut off', (t) => {
  t.is(guessEncoding(Buffer.from('Maß')), 'utf-8');
  t.is(guessEncoding(Buffer.from('größer, größer, größer').subarray(0, -16)), 'utf-8');
  t.is(guessEncoding(Buffer.from('日本').subarray(0, -1)), 'utf-8');
  t.is(guessEncoding(Buffer.concat([Buffer.from('Überall grün, größer, schön'), Buffer.from([0xff])])), 'utf-8');
});

test('an English page with a few signs beyond ASCII is windows-1252', (t) => {
  const pages = ['© 2020 Sheds Ltd', 'don’t', '“the” shop – 5 €', 'café', 'Müller', '20 °C', '½ off · Home'];
  for (const page of pages)
    t.is(decode(encodeText(`<p>The garden sheds of ${page}`, 'windows-1252')), `<p>The garden sheds of ${page}`);
  t.is(guessEncoding(Buffer.from([0xff])), 'windows-1252');
});
