/** Prose by language, for what counts or estimates tokens. */
export const proseSamples: Readonly<Record<string, string>> = {
  English:
    'The old mill stands where the river turns east. For two hundred years its wheel ground the grain of nine villages, until the railway came and flour arrived in sacks from the city. Nobody tore it down; the roof was patched, the windows boarded, and children were told (without success) to keep out of it. Last spring three neighbours began to repair the gears. “It won’t pay,” said one of them, “but it ought to turn again.”',
  German:
    'Die alte Mühle steht dort, wo der Fluss nach Osten abbiegt. Zweihundert Jahre lang mahlte ihr Rad das Getreide von neun Dörfern, bis die Eisenbahn kam und das Mehl in Säcken aus der Stadt geliefert wurde. Niemand riss sie ab; man flickte das Dach, vernagelte die Fenster und verbot den Kindern vergeblich, darin zu spielen. Im vergangenen Frühjahr begannen drei Nachbarn, das Räderwerk instand zu setzen. Die Genehmigungsbehörde verlangte Brandschutzmaßnahmen.',
  French:
    "Le vieux moulin se dresse là où la rivière tourne vers l'est. Pendant deux cents ans, sa roue a moulu le grain de neuf villages, jusqu'à l'arrivée du chemin de fer et de la farine de la ville. Personne ne l'a démoli : on a rapiécé le toit, cloué des planches aux fenêtres et défendu aux enfants d'y entrer. Au printemps dernier, trois voisins ont commencé à réparer les engrenages.",
  Spanish:
    'El viejo molino está donde el río gira hacia el este. Durante doscientos años su rueda molió el grano de nueve pueblos, hasta que llegó el ferrocarril y la harina venía en sacos de la ciudad. Nadie lo derribó: se remendó el tejado, se tapiaron las ventanas y se prohibió a los niños entrar. La primavera pasada, tres vecinos empezaron a reparar los engranajes. ¿Valdrá la pena?',
  Portuguese:
    'O velho moinho fica onde o rio vira para leste. Durante duzentos anos a sua roda moeu o grão de nove aldeias, até que chegou o comboio e a farinha passou a vir da cidade em sacos. Ninguém o demoliu; remendaram o telhado, taparam as janelas e proibiram as crianças de lá entrar. Na primavera passada, três vizinhos começaram a consertar as engrenagens.',
  Polish:
    'Stary młyn stoi tam, gdzie rzeka skręca na wschód. Przez dwieście lat jego koło mieliło zboże z dziewięciu wsi, aż przyszła kolej i mąkę zaczęto przywozić w workach z miasta. Nikt go nie zburzył; załatano dach, zabito okna deskami i zabroniono dzieciom wchodzić do środka. Zeszłej wiosny trzej sąsiedzi zaczęli naprawiać przekładnie.',
  Turkish:
    'Eski değirmen nehrin doğuya döndüğü yerde duruyor. Çarkı iki yüz yıl boyunca dokuz köyün tahılını öğüttü, ta ki demiryolu gelip un şehirden çuvallarla taşınana kadar. Kimse onu yıkmadı; çatısı onarıldı, pencereleri tahtayla kapatıldı ve çocuklara içeri girmek yasaklandı. Geçen ilkbaharda üç komşu dişlileri onarmaya başladı.',
  Finnish:
    'Vanha mylly seisoo siinä, missä joki kääntyy itään. Kahdensadan vuoden ajan sen ratas jauhoi yhdeksän kylän viljan, kunnes rautatie tuli ja jauhot alkoivat saapua säkeissä kaupungista. Kukaan ei purkanut sitä; katto paikattiin, ikkunat laudoitettiin ja lapsia kiellettiin menemästä sisään. Viime keväänä kolme naapuria alkoi korjata hammaspyöriä.',
  Vietnamese:
    'Cối xay cũ nằm ở chỗ con sông rẽ về phía đông. Trong hai trăm năm, bánh xe của nó đã xay ngũ cốc cho chín ngôi làng, cho đến khi đường sắt xuất hiện và bột mì được chở từ thành phố về trong bao. Không ai phá nó đi; mái nhà được vá lại, cửa sổ bị đóng ván và trẻ em bị cấm vào. Mùa xuân năm ngoái, ba người hàng xóm bắt đầu sửa lại bánh răng.',
  Russian:
    'Старая мельница стоит там, где река поворачивает на восток. Двести лет её колесо мололо зерно девяти деревень, пока не пришла железная дорога и муку не стали привозить мешками из города. Никто её не снёс: крышу залатали, окна забили досками, а детям запретили туда ходить. Прошлой весной трое соседей начали чинить шестерни.',
  Greek:
    'Ο παλιός μύλος στέκεται εκεί όπου το ποτάμι στρίβει προς την ανατολή. Για διακόσια χρόνια η ρόδα του άλεθε το σιτάρι εννέα χωριών, ώσπου ήρθε ο σιδηρόδρομος και το αλεύρι έφτανε σε σακιά από την πόλη. Κανείς δεν τον γκρέμισε· η στέγη επισκευάστηκε και τα παράθυρα καρφώθηκαν. Την περασμένη άνοιξη τρεις γείτονες άρχισαν να φτιάχνουν τα γρανάζια.',
  Hebrew:
    'הטחנה הישנה עומדת במקום שבו הנהר פונה מזרחה. במשך מאתיים שנה טחן הגלגל שלה את התבואה של תשעה כפרים, עד שהגיעה הרכבת והקמח התחיל להגיע בשקים מן העיר. איש לא הרס אותה; הגג תוקן, החלונות נאטמו בקרשים, ועל הילדים נאסר להיכנס. באביב האחרון התחילו שלושה שכנים לתקן את גלגלי השיניים.',
  Arabic:
    'تقف الطاحونة القديمة حيث ينعطف النهر نحو الشرق. ظلت عجلتها تطحن حبوب تسع قرى مدة مئتي عام، إلى أن جاءت السكة الحديدية وصار الدقيق يصل في أكياس من المدينة. لم يهدمها أحد، فقد رُمم السقف وسُدت النوافذ ومُنع الأطفال من دخولها. وفي الربيع الماضي بدأ ثلاثة من الجيران إصلاح التروس.',
  Hindi:
    'पुरानी चक्की वहाँ खड़ी है जहाँ नदी पूरब की ओर मुड़ती है। दो सौ साल तक उसका पहिया नौ गाँवों का अनाज पीसता रहा, जब तक कि रेल नहीं आई और आटा शहर से बोरियों में आने लगा। किसी ने उसे नहीं तोड़ा; छत की मरम्मत हुई, खिड़कियाँ बंद कर दी गईं और बच्चों को अंदर जाने से मना किया गया। पिछले वसंत में तीन पड़ोसियों ने उसे ठीक करना शुरू किया।',
  Thai: 'โรงสีเก่าตั้งอยู่ตรงที่แม่น้ำเลี้ยวไปทางทิศตะวันออก กังหันของมันโม่ข้าวของเก้าหมู่บ้านมาสองร้อยปี จนกระทั่งทางรถไฟมาถึงและแป้งถูกส่งมาเป็นกระสอบจากในเมือง ไม่มีใครรื้อมัน หลังคาได้รับการซ่อม หน้าต่างถูกปิดด้วยแผ่นไม้ และเด็ก ๆ ถูกห้ามไม่ให้เข้าไป',
  Chinese:
    '老磨坊坐落在河流向东转弯的地方。两百年来，它的水轮为九个村庄碾磨谷物，直到铁路修通，面粉开始一袋袋地从城里运来。没有人拆掉它：屋顶补好了，窗户钉上了木板，孩子们被告知不要进去，却没有人听。去年春天，三位邻居开始修理齿轮。“这不会赚钱，”其中一人说，“但它应该再转起来。”',
  Japanese:
    '古い水車小屋は、川が東へ曲がるところに立っている。二百年のあいだ、その水車は九つの村の穀物を挽いてきたが、やがて鉄道が通り、小麦粉は町から袋で届くようになった。誰も取り壊さなかった。屋根は繕われ、窓には板が打ちつけられ、子供たちは中に入るなと言われた。去年の春、三人の隣人が歯車の修理を始めた。',
  Korean:
    '오래된 방앗간은 강이 동쪽으로 꺾이는 곳에 서 있다. 이백 년 동안 물레바퀴는 아홉 마을의 곡식을 빻았지만, 철도가 들어오고 밀가루가 도시에서 자루로 오게 되었다. 아무도 그것을 허물지 않았다. 지붕을 고치고 창문에 널빤지를 박고 아이들에게는 들어가지 말라고 했다. 지난봄 이웃 세 사람이 톱니바퀴를 고치기 시작했다.',
};
