// A starter for Build Your Arboretum, in JSON lines.
//
//     g++ -O2 -std=c++17 -o rex examples/bots/build_your_arboretum.cpp
//     spinney match build-your-arboretum ./rex seedling
//
// It sends parrots in twos, by turns to the garden and to the bulletin, plants where numbers go on
// by one, and advertises high numbers.

#include "starter.hpp"

// The bid that is wanted.
std::string plan(int parrots) {
    std::string bid = "bid";
    for (int group = 0; group < parrots / 2; group++) bid += group % 2 ? " 2b" : " 2g";
    return parrots % 2 ? bid + " 1g" : bid;
}

// How many neighbours differ by one from a card, such as Q7, that is planted on a cell, such as D5.
int beside(const Json& grid, const std::string& card, const std::string& cell) {
    const int steps[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    int count = 0;
    for (auto& step : steps) {
        std::string near{char(cell[0] + step[0]), char(cell[1] + step[1])};
        if (grid.has(near)) count += std::abs(grid[near].text[1] - card[1]) == 1;
    }
    return count;
}

// What a move is worth: "bid 2g 2b", "plant Q7 D5", "take P5", "skip".
double worth(const std::string& move, const Json& view, size_t me) {
    auto words = split(move);
    const std::string& verb = words[0];
    if (verb == "bid") {  // which may be the beginning of a bid only
        std::string wanted = plan(int(view["parrots"][me].number));
        return wanted.compare(0, move.size(), move) == 0 ? double(move.size()) : 0;
    }
    if (verb == "plant" && words.size() > 2) return 20 + beside(view["grid"][me], words[1], words[2]);
    if (verb == "plant") return 20;
    if (verb == "take") return 10 + (words[1][1] - '0');
    return verb == "dig" ? 3 : verb == "hire" ? 2 : verb == "start" ? 1 : 0;
}

int main() { play(worth); }
