import test from 'ava';
import { pageWords } from './page-words.ts';

const SORRY = [
  ...['There has been a critical error on this website.', 'Il y a eu une erreur critique sur ce site.'],
  ...['Es gab einen kritischen Fehler auf deiner Website.', 'На сайте возникла критическая ошибка.'],
  ...['Сайт временно недоступен', 'На сайте ведутся технические работы', 'Сайт находится на техническом обслуживании'],
  ...['На сайті проводяться технічні роботи', 'ただいまメンテナンス中です', 'このサイトで重大なエラーが発生しました。'],
  ...['网站正在维护中', '网站维护中，请稍后再试', '서비스 점검 중입니다', 'Sivusto on huoltotauolla huoltotauko'],
  ...['Site în mentenanță', 'Webbplatsen är under underhåll', 'Σελίδα υπό συντήρηση', 'Website đang bảo trì'],
  ...['الموقع تحت الصيانة', 'האתר בתחזוקה', 'Sitemiz bakımda', 'Probíhá údržba webu', 'You are now in line.'],
  ...['Sie sind in der Warteschlange', 'Vous êtes dans la file d’attente', 'ただいま混み合っております'],
];

const CONTENT = [
  ...['Garden maintenance', 'Cilt bakımı için ipuçları', 'Vedlikehold av sko', 'Техническое обслуживание автомобилей'],
  ...[
    '排队的艺术',
    'A bőr karbantartása',
    'صيانة الأحذية',
    'How we built a queue',
    'Tips til vedligeholdelse af læder',
  ],
];

test('a line that apologizes for an error, maintenance or a queue is known in many languages', (t) => {
  for (const line of SORRY) t.true(pageWords().isSorry(line), line);
});

test('a line about maintenance, care or queues is no apology', (t) => {
  for (const line of CONTENT) t.false(pageWords().isSorry(line), line);
});
