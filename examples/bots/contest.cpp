// A first bot for Spring Challenge 2021, in the contest's own protocol.
//
//     g++ -O2 -std=c++17 -o rex examples/bots/contest.cpp
//     spinney match spring-2021 ./rex seedling
//
// It completes, grows and sows in this order, on the richest soil it can, and else waits.

#include <iostream>
#include <sstream>
#include <string>
#include <vector>

// How much a kind of action is worth.
int rank_of(const std::string& verb) {
    return verb == "COMPLETE" ? 3 : verb == "GROW" ? 2 : verb == "SEED" ? 1 : 0;
}

// The worth of an action: its verb first, then the soil of the last cell it names.
int worth(const std::string& action, const std::vector<int>& richness) {
    std::istringstream words(action);
    std::string verb;
    words >> verb;
    int last = -1;
    for (int cell; words >> cell;) last = cell;
    return 10 * rank_of(verb) + (last >= 0 ? richness[last] : 0);
}

int main() {
    int cells = 0;
    std::cin >> cells;
    std::vector<int> richness(cells);
    for (int i = 0; i < cells; i++) {
        int index, soil, neighbour;
        std::cin >> index >> soil;
        for (int k = 0; k < 6; k++) std::cin >> neighbour;
        richness[index] = soil;
    }

    int day;
    while (std::cin >> day) {  // at the end of the game the input ends
        int nutrients, sun, score, their_sun, their_score, they_wait, trees, count;
        std::cin >> nutrients >> sun >> score >> their_sun >> their_score >> they_wait >> trees;
        for (int i = 0; i < trees; i++) {
            int cell, size, is_mine, is_dormant;
            std::cin >> cell >> size >> is_mine >> is_dormant;
        }
        std::cin >> count >> std::ws;
        std::string best = "WAIT";
        for (int i = 0; i < count; i++) {
            std::string action;
            std::getline(std::cin, action);
            if (worth(action, richness) > worth(best, richness)) best = action;
        }
        // What is written to stderr is kept in the record, turn by turn.
        std::cerr << "day " << day << ", " << sun << " sun, " << trees << " trees\n";
        // An answer is a command and, behind it, a message if you like; endl flushes it.
        std::cout << best << " " << score << " points" << std::endl;
    }
}
