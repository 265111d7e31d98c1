// Over 300 lines because it is mostly text: what the demo reports on.

/** Something that the demo's briefings report on. All figures, firms, and sources are invented. */
export type Topic = {
  /** How a headline begins, such as `Brent`. */
  name: string;
  /** Lowest and highest level, its decimals, and its format: `#` stands for the level. */
  level: readonly [low: number, high: number, decimals: number, format: string];
  /** Where a figure comes from. */
  source: readonly [label: string, url: string];
  /** What moved it: a headline's end, and the sentence that explains it. */
  causes: readonly (readonly [short: string, sentence: string])[];
  /** What follows from it. */
  effects: readonly string[];
};

/** Twenty topics, so that each is in about three of twenty briefings. */
export const topics: readonly Topic[] = [
  {
    name: "Brent",
    level: [62, 88, 2, "$#"],
    source: ["Settlement prices", "https://energy.example/settlements"],
    causes: [
      ["a pipeline restarts", "The line through the strait is open after nine days of repairs."],
      ["producers talk of a cut", "Two ministers said in public what four had said in private."],
      ["refiners come back", "Maintenance season ended early at six large plants."],
    ],
    effects: [
      "Airlines had hedged half of next quarter’s fuel, so little of it reaches their fares.",
      "Tanker owners pay for it first: day rates moved within the hour.",
    ],
  },
  {
    name: "Copper",
    level: [8_400, 11_200, 0, "$# a ton"],
    source: ["Metal stocks", "https://metals.example/stocks"],
    causes: [
      ["a mine floods", "The pit supplies one ton in forty, and pumping takes a month."],
      ["warehouses fill", "Deliveries into Asian sheds were the largest since spring."],
      ["grid orders arrive", "Three utilities signed cable contracts in one week."],
    ],
    effects: [
      "Cable makers pass it on after ninety days, as their contracts say.",
      "Scrap dealers notice before anyone: collection prices followed by noon.",
    ],
  },
  {
    name: "Gold",
    level: [2_900, 4_100, 0, "$#"],
    source: ["Bullion fixing", "https://bullion.example/fixing"],
    causes: [
      ["central banks buy again", "Reserves data named four buyers that were quiet all year."],
      ["real yields turn", "Inflation-linked bonds sold off for a fourth day."],
      ["jewelers wait", "Wedding season is close, and shops in Mumbai ordered a third less."],
    ],
    effects: [
      "Funds backed by bars reported inflows on eight of ten days.",
      "Miners’ shares did not follow, because diesel and wages rose faster.",
    ],
  },
  {
    name: "Wheat",
    level: [4.9, 7.4, 2, "$# a bushel"],
    source: ["Crop report", "https://grain.example/crops"],
    causes: [
      ["rain reaches Kansas", "Two inches fell where the ground had been bare since planting."],
      ["a port closes", "Loading stopped at a terminal that ships a tenth of the world’s exports."],
      ["Egypt buys little", "The tender took two cargoes, and traders expected eight."],
    ],
    effects: [
      "Bakers have flour until spring and say that bread won’t change.",
      "Farmers sold the rally: cash deliveries doubled on the day.",
    ],
  },
  {
    name: "Natural gas",
    level: [2.4, 4.8, 2, "$#"],
    source: ["Storage report", "https://energy.example/storage"],
    causes: [
      ["forecasts turn cold", "The two-week outlook shifted by eight degrees across the Midwest."],
      ["storage beats estimates", "Caverns are fuller than at this date in any of five years."],
      ["an export plant trips", "One of three units went dark overnight and stays so for a week."],
    ],
    effects: [
      "Power prices in Texas moved twice as far.",
      "Fertilizer plants, which buy by the day, cut one shift in five.",
    ],
  },
  {
    name: "The ten-year yield",
    level: [3.6, 4.8, 2, "#%"],
    source: ["Rates desk", "https://rates.example/close"],
    causes: [
      ["an auction draws few bids", "Dealers had to take 21% of it, twice their usual share."],
      ["a survey turns gloomy", "Purchasing managers reported the weakest orders in a year."],
      ["term premiums return", "Investors ask more for waiting, whatever the Fed does next."],
    ],
    effects: [
      "Mortgage lenders changed their sheets before lunch.",
      "The curve between two and ten years is at its steepest since summer.",
    ],
  },
  {
    name: "The dollar index",
    level: [94, 108, 1, "#"],
    source: ["Currency close", "https://fx.example/close"],
    causes: [
      ["the yen finds buyers", "Insurers in Tokyo brought home income from abroad."],
      ["Europe surprises", "German factories booked more than at any time in two years."],
      ["tariff talk returns", "A draft list named goods worth $60 billion."],
    ],
    effects: [
      "Half of the largest firms’ revenue is earned abroad, so guidance moves with it.",
      "Emerging markets had their calmest week since May all the same.",
    ],
  },
  {
    name: "Bitcoin",
    level: [58_000, 124_000, 0, "$#"],
    source: ["Fund flows", "https://coins.example/flows"],
    causes: [
      [
        "funds see outflows",
        "Investors took out more than they had put in during the month before.",
      ],
      ["a bank opens its vault", "Custody for pension funds starts in the new year."],
      ["leverage is cut", "Positions worth a billion were closed by exchanges in one night."],
    ],
    effects: [
      "Miners with old machines are under water again.",
      "Volatility, oddly, is lower than that of a few large stocks.",
    ],
  },
  {
    name: "Mortgage rates",
    level: [5.9, 7.2, 2, "#%"],
    source: ["Lender survey", "https://homes.example/rates"],
    causes: [
      ["lenders compete", "Two online banks undercut the market by an eighth of a point."],
      ["spreads widen", "Buyers of pooled loans asked for more than at any time this year."],
      ["bonds lead the way", "Rate sheets followed Treasuries with the usual two days’ delay."],
    ],
    effects: [
      "Applications to refinance reacted within a week; purchases did not.",
      "Builders offer to pay part of it: two in five sales now include a buydown.",
    ],
  },
  {
    name: "Retail sales",
    level: [690, 742, 1, "$#bn"],
    source: ["Monthly retail report", "https://census.example/retail"],
    causes: [
      ["shoppers trade down", "Store brands gained a point of share in every aisle."],
      ["an early holiday sale helps", "Promotions began eleven days sooner than last year."],
      ["restaurants empty", "Diners spent less for a third month, and tipped less too."],
    ],
    effects: [
      "Warehouse clubs raised their outlook; department stores kept theirs.",
      "Economists took a tenth off growth and left the rest alone.",
    ],
  },
  {
    name: "Weekly claims",
    level: [204, 262, 0, "#,000"],
    source: ["Labor report", "https://labor.example/claims"],
    causes: [
      ["a carmaker idles a plant", "Four thousand people in Ohio filed in the same week."],
      ["storms pass", "Florida’s numbers are back where they were before the hurricane."],
      ["tech firms trim", "Layoffs announced in summer reach the statistics now."],
    ],
    effects: [
      "People who lose a job now look for eleven weeks, two more than last year.",
      "The rate cut expected in the new year became a little likelier.",
    ],
  },
  {
    name: "Chip orders",
    level: [38, 61, 1, "$#bn"],
    source: ["Order book", "https://chips.example/orders"],
    causes: [
      ["memory runs short", "Contract prices rose for a third month in a row."],
      ["one customer pauses", "A cloud firm moved a quarter of its orders into next year."],
      ["carmakers restock", "Inventories of simple parts had fallen to nineteen days."],
    ],
    effects: [
      "Toolmakers quote thirteen months for a machine ordered today.",
      "The index of the industry gave back half of the move by the close.",
    ],
  },
  {
    name: "Container rates",
    level: [1_450, 3_900, 0, "$# a box"],
    source: ["Freight index", "https://freight.example/index"],
    causes: [
      ["carriers blank sailings", "Every seventh departure from Shanghai is canceled this month."],
      ["a canal reopens", "Ships save nine days, and capacity is back at once."],
      ["dockworkers settle", "The six-year contract passed with four votes in five."],
    ],
    effects: [
      "Importers with yearly contracts pay the old price until May.",
      "Furniture and toys, bulky and cheap, feel it most.",
    ],
  },
  {
    name: "Junk spreads",
    level: [2.6, 4.4, 2, "# points"],
    source: ["New-issue monitor", "https://bonds.example/new-issues"],
    causes: [
      ["a retailer restructures", "Lenders will own the chain by spring."],
      ["buyers outnumber sellers", "Funds had cash to spend and eleven deals to spend it on."],
      ["defaults stay low", "One borrower in fifty missed a payment in twelve months."],
    ],
    effects: [
      "Two issuers waited for a better day and may wait longer.",
      "Private lenders matched the terms, as they do now.",
    ],
  },
  {
    name: "UK inflation",
    level: [2.1, 4.1, 1, "#%"],
    source: ["Consumer prices", "https://stats.example/uk-prices"],
    causes: [
      ["rents slow", "New leases rose by less than pay for the first time in three years."],
      ["energy bills reset", "The regulator’s cap changed by £90 a year."],
      ["air fares swing", "Easter fell into another month, as statisticians had warned."],
    ],
    effects: [
      "Sterling hardly moved, because the bank had said so.",
      "Gilts took it calmly: the thirty-year is where it was on Monday.",
    ],
  },
  {
    name: "China’s exports",
    level: [276, 334, 1, "$#bn"],
    source: ["Customs data", "https://customs.example/trade"],
    causes: [
      ["shipments turn south", "Southeast Asia took more than America for a fifth month."],
      ["front-loading ends", "Buyers had filled their warehouses before the deadline."],
      ["electric cars lead", "One vehicle in three that left the country had a battery."],
    ],
    effects: [
      "Ports in Vietnam handle the difference, often with the same boxes.",
      "Iron ore followed, and so did the Australian dollar.",
    ],
  },
  {
    name: "Euro-zone orders",
    level: [96, 112, 1, "#"],
    source: ["Industry survey", "https://stats.example/euro-orders"],
    causes: [
      ["aircraft make the month", "Without two large contracts the figure would have fallen."],
      ["machines sell abroad", "Demand came from outside the currency area."],
      ["defense budgets arrive", "Orders announced in spring are in the books now."],
    ],
    effects: [
      "Suppliers in Italy and Czechia report fuller shifts.",
      "The central bank’s forecast needs no change, its economists say.",
    ],
  },
  {
    name: "Office rents",
    level: [52, 79, 2, "$# a foot"],
    source: ["Property survey", "https://offices.example/rents"],
    causes: [
      ["a bank renews early", "It keeps eleven floors and gives back three."],
      [
        "towers become homes",
        "Conversions took more space off the market than new building added.",
      ],
      ["sublets disappear", "Tech firms use again what they had offered to others."],
    ],
    effects: [
      "The best tenth of buildings is full; the rest pays for moving costs.",
      "Lenders extended five loans for each that they called.",
    ],
  },
  {
    name: "Card arrears",
    level: [2.4, 3.7, 2, "#%"],
    source: ["Lenders’ filings", "https://cards.example/arrears"],
    causes: [
      ["refunds arrive late", "Tax offices paid a week later than last year."],
      ["young borrowers stumble", "Under thirty, one account in eleven is behind."],
      ["lenders get choosy", "They approved four applications in ten, from five in spring."],
    ],
    effects: [
      "Two issuers set aside less for losses than they had planned.",
      "Store cards are worse, as always, by about three points.",
    ],
  },
  {
    name: "IPO proceeds",
    level: [1.1, 9.6, 1, "$#bn"],
    source: ["Listings calendar", "https://listings.example/calendar"],
    causes: [
      ["a drugmaker lists", "It priced at the top, and two in three buyers were funds."],
      ["a payments firm waits", "Its bankers blame the calendar and mean the price."],
      ["three sponsors sell", "Private equity had held the firms for seven years on average."],
    ],
    effects: [
      "This year’s listings trade a tenth above their price, on average.",
      "The queue for the new year is the longest since 2021.",
    ],
  },
];
