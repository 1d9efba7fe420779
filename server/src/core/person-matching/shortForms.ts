/** Groups of first names that one person uses for each other, in plain letters. */
const groups = `
abigail abby abbie gail
abraham abe bram
adelaide addie
albert al bert
alexander alex alec sandy xander sasha
alexandra alex sandra lexi sandy sasha
alfred al fred alf
alice ali
allison ali allie
amanda mandy
amelia amy millie
andrew andy drew
angela angie
anthony tony
antonio tony tono
antoinette toni nettie
arthur art artie
augustus gus august
barbara barb barbie babs
beatrice bea trixie
benjamin ben benny benji
bernard bernie
bradley brad
brenda bren
calvin cal
cameron cam
carolyn caroline carrie carol lynn
catherine katherine kathryn kathleen cathy kathy kate katie katy kat kitty cate
cecilia cece
charles charlie chuck chas chaz carlos
charlotte lottie charlie char
christina christine chris chrissy tina christie
christopher chris kit topher
clifford cliff
clinton clint
constance connie
cynthia cindy
daniel dan danny
david dave davey
deborah debra deb debbie
dennis denny
dolores lola
donald don donnie
dorothy dot dottie dolly
douglas doug
edward ed eddie ted teddy ned
eduardo eddie lalo
edwin ed eddie
eleanor ellie nell nora
elizabeth liz lizzie beth betsy betty eliza libby lisa bess elisabeth
emily em emmy
ernest ernie
eugene gene
evelyn evie
florence flo
frances fran francie
francis frank
francisco paco pancho frank cisco
franklin frank
frederick fred freddie rick fredrick
gabriel gabe
gabriella gabby ella
gabrielle gabby
geoffrey jeffrey jeff geoff
george georgie jorge
gerald gerry jerry
gertrude trudy gertie
gilbert gil
gregory greg
guadalupe lupe
guillermo memo bill
gwendolyn gwen
harold hal harry
harriet hattie
helen nell ella
henry hank harry hal
herbert herb bert
howard howie
hubert hugh bert
ignacio nacho
isabel isabella bella izzy belle
isaac ike zac
jacob jake
jacqueline jackie
james jim jimmy jamie
janet jan
jason jay
jennifer jen jenny jenn
jeremiah jerry
jeremy jerry
jessica jess jessie
jesus chuy
joan joanie
joanne jo joann
john jack johnny jon
jonathan jon john jonny nathan
jose pepe joe
josefina pepa josie
joseph joe joey jo
josephine jo josie
joshua josh
joyce joy
judith judy judi
julia julie jules
justin jus
kenneth ken kenny
kevin kev
kimberly kim
lawrence laurence larry lars lorenzo
leonard leo len lenny
leslie les
lillian lily lil
louis lou louie luis
louise lou
lucille lucy
luis lucho
madeline maddie maddy
manuel manny manolo
margaret maggie meg peggy marge margie greta rita daisy
maria mary mia
marilyn mary lynn
martha marty patsy
martin marty
mary molly polly mae
matilda tilda mattie
matthew matt matty
maureen mo
maximilian max
melanie mel
melissa mel missy lissa
melvin mel
mercedes meche
michael mike mikey mick mickey
michelle shelly micki
mildred millie
miriam mimi
mitchell mitch
monica moni
nancy nan
natalie nat
nathaniel nathan nate nat
nicholas nick nicky nicolas
nicole nicki nikki
norman norm
olivia liv livvy
oliver ollie
oscar oz
pamela pam
patricia pat patty tricia trish patsy
patrick pat paddy
peter pete
philip phil phillip
phyllis phyl
priscilla cilla
rachel rae
ramon ray moncho
randall randy
raymond ray
rebecca becky becca
regina gina reggie
reginald reg reggie
richard rick rich dick ricky richie
robert bob rob bobby robbie bert
roberta bobbie
roberto beto bob
rodney rod
roger rodge
ronald ron ronnie
rosario chayo
rosemary rose rosie
russell russ
ruth ruthie
samantha sam sammy
samuel sam sammy
sandra sandy
sarah sally sadie sara
sebastian seb bastian
sharon shari
sheila shell
shirley shirl
sidney sid
sophia sophie
stanley stan
stephanie steph
stephen steven steve stevie
stuart stu
susan sue susie suzanne suzy susanna
sylvia syl
tabitha tabby
tamara tammy
teresa theresa terry tess tessa
terrence terry
theodore ted teddy theo
thomas tom tommy
timothy tim timmy
valerie val
vanessa nessa
veronica ronnie vera
victor vic
victoria vicky vicki tori
vincent vince vinnie
virginia ginny ginger
walter walt wally
wayne way
wilhelmina mina minnie
william bill billy will willie liam wilhelm
winifred winnie
zachary zach zack
`;

const groupsOf = new Map<string, Set<number>>();
groups
  .trim()
  .split('\n')
  .forEach((line, group) => {
    for (const name of line.split(' ')) groupsOf.set(name, (groupsOf.get(name) ?? new Set()).add(group));
  });

/** Whether both are forms of one first name: Bill and William. @param one, other in plain letters */
export function areFormsOfOneName(one: string, other: string): boolean {
  const groupsOfOther = groupsOf.get(other);
  return groupsOfOther !== undefined && [...(groupsOf.get(one) ?? [])].some((group) => groupsOfOther.has(group));
}
